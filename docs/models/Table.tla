-------------------------------- MODULE Table -------------------------------
(***************************************************************************)
(* A lock as a row of a table (stores/jdbc). The usual attempt, the usual  *)
(* release and the renewal are one statement each. Everything else reads   *)
(* the row, decides (LockRow), and writes it back if nobody changed it     *)
(* meanwhile. Statements are atomic; between the reading and the writing   *)
(* of a client everything may happen, and a statement whose client has     *)
(* given up may still be carried out.                                      *)
(*                                                                         *)
(* Clocks run alike here; Line.tla has those that do not.                  *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Clients, Claims, Lease, ClaimTime, Faults,
  Conditional, \* a row is written back only if nobody changed it
  FromClock,   \* the count of changes of a new row begins with the clock: no row that was read is ever met again
  Awaited,     \* who gives up returns when the withdrawal was answered (false: before issue 11, item 12)
  Marked,      \* a withdrawal leaves a mark which a copy of the claim meets
  Rechecked,   \* who waits asks again now and then, not only when mail comes
  Prompt       \* what is under way arrives before time passes

VARIABLES
  row,      \* of the table
  token,    \* the token given last, if the row says so or, after it was swept, the clock
  mail,     \* grants that were sent and not read
  late,     \* statements under way of clients that have given up: attempts, and rows to be written
  user,     \* what the client's thread does
  turn,     \* the number of its claim
  doing,    \* what the client is about; once it has read the row: what is to be written, and whether its count of changes is
            \* still the one that was read
  unsure,   \* whether a statement of the claim may be under way
  deadline, \* what is left of the lease by the client's count
  quit,     \* claims whose client was told that they are undone
  shown,    \* the greatest token that a holder was given
  faults

vars == <<row, token, mail, late, user, turn, doing, unsure, deadline, quit, shown, faults>>
Nobody == <<>>
Nothing == [what |-> "nothing"]
NoRow == [exists |-> FALSE, claim |-> Nobody, left |-> 0, token |-> 0, waiting |-> <<>>, withdrawn |-> {}]
Claim(c) == <<c, turn[c]>>
Max(a, b) == IF a > b THEN a ELSE b
Holds(r, claim) == r.claim = claim /\ r.left > 0
Free(r) == r.left = 0
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults

Init ==
  /\ row = NoRow /\ token = 0 /\ mail = {} /\ late = {} /\ quit = {} /\ shown = 0
  /\ user = [c \in Clients |-> "out"]
  /\ turn = [c \in Clients |-> 0]
  /\ doing = [c \in Clients |-> Nothing]
  /\ unsure = [c \in Clients |-> FALSE]
  /\ deadline = [c \in Clients |-> 0]
  /\ faults = Faults

(********************** LockRow: decisions on a row that was read *********************)

Waits(r, claim) == \E i \in 1..Len(r.waiting) : r.waiting[i] = claim
Leave(r, claim) == [r EXCEPT !.waiting = SelectSeq(@, LAMBDA other : other # claim)]
Give(r, claim, lease) == [r EXCEPT !.exists = TRUE, !.claim = claim, !.left = lease, !.token = token + 1]
HandOn(r) ==
  IF r.waiting = <<>> THEN [r EXCEPT !.claim = Nobody, !.left = 0]
  ELSE [Give(r, Head(r.waiting), ClaimTime) EXCEPT !.waiting = Tail(@)]
Serve(r) == IF Free(r) THEN HandOn(r) ELSE r

Claimed(r, claim) ==
  IF claim \in r.withdrawn THEN r
  ELSE IF Free(r) /\ (r.waiting = <<>> \/ Head(r.waiting) = claim) THEN Give(Leave(r, claim), claim, Lease)
  ELSE LET served == Serve(r) IN
       IF served.claim = claim \/ Waits(served, claim) THEN served
       ELSE [served EXCEPT !.waiting = Append(@, claim)]
Released(r, claim) == IF Holds(Serve(r), claim) THEN HandOn(Serve(r)) ELSE Serve(r)
Withdrawn(r, claim, mark) ==
  LET left == Released(Leave(r, claim), claim) IN
  IF mark /\ Marked THEN [left EXCEPT !.withdrawn = @ \cup {claim}] ELSE left

Decided(what, r, claim, mark) ==
  CASE what = "claim" -> Claimed(r, claim)
    [] what = "release" -> Released(r, claim)
    [] what = "withdraw" -> Withdrawn(r, claim, mark)

\* Who has read a row that is changed now, and wants to write it: in vain, unless another row comes to the same count.
Read(d) == "after" \in DOMAIN d
Stale(d) == IF Read(d) THEN [d EXCEPT !.valid = ~FromClock /\ ~row.exists] ELSE d
Change(c, next, under) ==
  /\ doing' = [x \in Clients |-> IF x = c THEN next ELSE Stale(doing[x])]
  /\ late' = {Stale(l) : l \in under}
Keep(c, next, under) == doing' = [doing EXCEPT ![c] = next] /\ late' = under

\* swap.sql with the messages of LockRow in its transaction: of a grant that nobody has asked for just now.
Write(after, gives) ==
  /\ row' = after
  /\ token' = Max(token, after.token)
  /\ mail' = IF gives THEN mail \cup {[to |-> after.claim, token |-> after.token, left |-> after.left]} ELSE mail
MayWrite(d) == row.exists /\ (d.valid \/ ~Conditional)

(************************************ clients *****************************************)

Hold(c, left, given) ==
  /\ user' = [user EXCEPT ![c] = "holding"]
  /\ deadline' = [deadline EXCEPT ![c] = left]
  /\ shown' = Max(shown, given)

\* What the client takes from its row, written or only read: Columns, Attempt.
Answer(c, what, r) ==
  CASE what = "claim" /\ Holds(r, Claim(c)) -> Hold(c, r.left, r.token) /\ UNCHANGED quit
    [] what = "claim" -> UNCHANGED <<user, deadline, shown, quit>>
    [] what \in {"release", "withdraw"} ->
         /\ user' = IF user[c] \in {"leaving", "closing"} THEN [user EXCEPT ![c] = "out"] ELSE user
         /\ quit' = quit \cup {Claim(c)}
         /\ UNCHANGED <<deadline, shown>>

\* A wait begins; user is what the client wants, doing what it is about.
Begin(c) ==
  /\ user[c] = "out" /\ doing[c] = Nothing /\ turn[c] < Claims
  /\ user' = [user EXCEPT ![c] = "waiting"]
  /\ turn' = [turn EXCEPT ![c] = @ + 1]
  /\ unsure' = [unsure EXCEPT ![c] = FALSE]
  /\ doing' = [doing EXCEPT ![c] = [what |-> "ask"]]
  /\ UNCHANGED <<row, token, mail, late, deadline, quit, shown>> /\ NoFault

Recheck(c) ==
  /\ Rechecked \/ unsure[c]
  /\ user[c] = "waiting" /\ doing[c] = Nothing
  /\ doing' = [doing EXCEPT ![c] = [what |-> "ask"]]
  /\ UNCHANGED <<row, token, mail, late, user, turn, unsure, deadline, quit, shown>> /\ NoFault

\* claim.sql: takes a lock that nobody holds, waits for or withdrew from, and makes its row; nothing if it is not to be had.
CanTake == Free(row) /\ row.waiting = <<>> /\ row.withdrawn = {}

Attempt(c) ==
  /\ doing[c].what = "ask"
  /\ IF CanTake
     THEN /\ Write(Give(row, Claim(c), Lease), FALSE)
          /\ Change(c, Nothing, late)
          /\ Answer(c, "claim", row')
     ELSE /\ Keep(c, [what |-> "claim"], late)
          /\ UNCHANGED <<row, token, mail, user, deadline, shown, quit>>
  /\ UNCHANGED <<turn, unsure>> /\ NoFault

\* read.sql; what need not be written is answered from the row as it was read. insert.sql makes a row where there is none.
ReadRow(c) ==
  LET what == doing[c].what
      after == Decided(what, row, Claim(c), unsure[c])
      gives == after.token # row.token /\ (what # "claim" \/ after.claim # Claim(c))
  IN
  /\ what \in {"claim", "release", "withdraw"} /\ ~Read(doing[c])
  /\ IF after = row
     THEN /\ Answer(c, what, row) /\ Keep(c, Nothing, late)
          /\ UNCHANGED row
     ELSE IF ~row.exists
     THEN /\ row' = [NoRow EXCEPT !.exists = TRUE] /\ Change(c, doing[c], late)
          /\ UNCHANGED <<user, deadline, shown, quit>>
     ELSE /\ Keep(c, [what |-> what, after |-> after, gives |-> gives, valid |-> TRUE], late)
          /\ UNCHANGED <<row, user, deadline, shown, quit>>
  /\ UNCHANGED <<token, mail, turn, unsure>> /\ NoFault

\* swap.sql, if nobody changed the row; else it is read again.
WriteBack(c) ==
  LET d == doing[c] IN
  /\ Read(d)
  /\ IF MayWrite(d)
     THEN /\ Write(d.after, d.gives)
          /\ Change(c, Nothing, late)
          /\ Answer(c, d.what, d.after)
     ELSE /\ Keep(c, [what |-> d.what], late)
          /\ UNCHANGED <<row, token, mail, user, deadline, shown, quit>>
  /\ UNCHANGED <<turn, unsure>> /\ NoFault

\* The statement under way of a client that does not wait for it any more.
Abandoned(c) ==
  LET d == doing[c] IN
  IF d.what = "ask" THEN late \cup {[what |-> "ask", claim |-> Claim(c)]}
  ELSE IF Read(d) THEN late \cup {d} ELSE late

\* No answer came in time. The statement may have been carried out, or be so later, or never; the client begins anew.
Unanswered(c) ==
  /\ doing[c] # Nothing /\ Fault
  /\ Keep(c, IF doing[c].what \in {"ask", "claim"} THEN Nothing ELSE [what |-> doing[c].what], Abandoned(c))
  /\ unsure' = [unsure EXCEPT ![c] = TRUE]
  /\ UNCHANGED <<row, token, mail, user, turn, deadline, quit, shown>>

LateArrives(l) ==
  LET rest == late \ {l} IN
  /\ l \in late
  /\ IF l.what = "ask" /\ CanTake THEN Write(Give(row, l.claim, Lease), FALSE) /\ Change("nobody", Nothing, rest)
     ELSE IF l.what # "ask" /\ MayWrite(l) THEN Write(l.after, l.gives) /\ Change("nobody", Nothing, rest)
     ELSE late' = rest /\ UNCHANGED <<row, token, mail, doing>>
  /\ UNCHANGED <<user, turn, unsure, deadline, quit, shown>> /\ NoFault

\* MailPost, PostgreSqlPost: a grant is read; mail that nobody wants any more is thrown away.
Mail(m) ==
  LET c == m.to[1] IN
  /\ m \in mail /\ mail' = mail \ {m}
  /\ IF user[c] = "waiting" /\ Claim(c) = m.to /\ m.left > 0
     THEN /\ Hold(c, m.left, m.token)
          /\ Keep(c, Nothing, Abandoned(c))
          /\ unsure' = [unsure EXCEPT ![c] = @ \/ doing[c] # Nothing]
     ELSE UNCHANGED <<user, deadline, shown, late, unsure, doing>>
  /\ UNCHANGED <<row, token, turn, quit>> /\ NoFault

\* NOTIFY reaches only those who listen.
LoseMail(m) ==
  /\ m \in mail /\ mail' = mail \ {m} /\ Fault
  /\ UNCHANGED <<row, token, late, user, turn, doing, unsure, deadline, quit, shown>>

\* renew.sql: a lease that is not over, of this claim.
Renew(c) ==
  /\ user[c] = "holding" /\ deadline[c] > 0 /\ Holds(row, Claim(c))
  /\ row' = [row EXCEPT !.left = Max(@, Lease)]
  /\ Change(c, doing[c], late)
  /\ deadline' = [deadline EXCEPT ![c] = Lease]
  /\ UNCHANGED <<token, mail, user, turn, unsure, quit, shown>> /\ NoFault

Lose(c) ==
  /\ user[c] = "holding" /\ deadline[c] = 0
  /\ user' = [user EXCEPT ![c] = "out"]
  /\ UNCHANGED <<row, token, mail, late, turn, doing, unsure, deadline, quit, shown>> /\ NoFault

\* release.sql takes nobody's place who waits; if it changes nothing, the row is read. If a copy of the claim may be under way,
\* the release ends with a withdrawal (StoreRequests.silence).
Close(c) ==
  /\ user[c] = "holding" /\ deadline[c] > 0
  /\ deadline' = [deadline EXCEPT ![c] = 0]
  /\ IF Holds(row, Claim(c)) /\ row.waiting = <<>> /\ ~unsure[c]
     THEN /\ row' = [row EXCEPT !.claim = Nobody, !.left = 0]
          /\ Change(c, Nothing, late)
          /\ user' = [user EXCEPT ![c] = "out"] /\ quit' = quit \cup {Claim(c)}
     ELSE /\ user' = [user EXCEPT ![c] = "closing"]
          /\ Keep(c, [what |-> IF unsure[c] THEN "withdraw" ELSE "release"], late)
          /\ UNCHANGED <<row, quit>>
  /\ UNCHANGED <<token, mail, turn, unsure, shown>> /\ NoFault

\* ClaimSide.giveUp: what the client did may still arrive.
GiveUp(c) ==
  /\ user[c] = "waiting"
  /\ Keep(c, [what |-> "withdraw"], Abandoned(c))
  /\ unsure' = [unsure EXCEPT ![c] = @ \/ doing[c] # Nothing]
  /\ user' = [user EXCEPT ![c] = IF Awaited THEN "leaving" ELSE "out"]
  /\ quit' = IF Awaited THEN quit ELSE quit \cup {Claim(c)}
  /\ UNCHANGED <<row, token, mail, turn, deadline, shown>> /\ NoFault

\* sweep.sql deletes a row that was free for long.
Sweep ==
  /\ row.exists /\ Free(row) /\ row.waiting = <<>> /\ row.withdrawn = {}
  /\ row' = NoRow
  /\ Change("nobody", Nothing, late)
  /\ UNCHANGED <<token, mail, user, turn, unsure, deadline, quit, shown>> /\ NoFault

\* A row that is written back has the lease as of its reading.
Older(d) == IF Read(d) THEN [d EXCEPT !.after.left = Max(@ - 1, 0)] ELSE d
Tick ==
  /\ Prompt => mail = {} /\ late = {} /\ \A c \in Clients : ~Read(doing[c])
  /\ row' = [row EXCEPT !.left = Max(@ - 1, 0)]
  /\ mail' = {[m EXCEPT !.left = Max(@ - 1, 0)] : m \in mail}
  /\ late' = {Older(l) : l \in late}
  /\ doing' = [c \in Clients |-> Older(doing[c])]
  /\ deadline' = [c \in Clients |-> Max(deadline[c] - 1, 0)]
  /\ UNCHANGED <<token, user, turn, unsure, quit, shown>> /\ NoFault

Step ==
  \/ \E c \in Clients :
       \/ Begin(c) \/ Recheck(c) \/ Attempt(c) \/ ReadRow(c) \/ WriteBack(c) \/ Unanswered(c)
       \/ Renew(c) \/ Lose(c) \/ Close(c) \/ GiveUp(c)
  \/ \E l \in late : LateArrives(l)
  \/ \E m \in mail : Mail(m) \/ LoseMail(m)
  \/ Tick

Spec == Init /\ [][Step \/ Sweep]_vars

Fair ==
  /\ WF_vars(Tick) /\ \A c \in Clients :
       /\ WF_vars(Recheck(c)) /\ WF_vars(Attempt(c)) /\ WF_vars(ReadRow(c)) /\ SF_vars(WriteBack(c) /\ row' # row)
       /\ WF_vars(WriteBack(c)) /\ WF_vars(Close(c)) /\ WF_vars(Lose(c))
       /\ WF_vars(\E m \in mail : m.to[1] = c /\ Mail(m))

\* Without the sweep, which comes so seldom that it keeps nobody from what is tried again.
FairSpec == Init /\ [][Step]_vars /\ Fair

\* Who waits gets the lock, or gives up.
Served == \A c \in Clients : user[c] = "waiting" ~> user[c] # "waiting"

OneHolder ==
  \A c, d \in Clients : user[c] = "holding" /\ deadline[c] > 0 /\ user[d] = "holding" /\ deadline[d] > 0 => c = d
Backed == \A c \in Clients : user[c] = "holding" /\ deadline[c] > 0 => Holds(row, Claim(c))
NothingToTheDeparted == [][row'.left > 0 /\ row'.claim \in quit' => row'.claim = row.claim]_vars
NoUnlockToTheDeparted ==
  [][row.left > 0 /\ row'.left > 0 /\ row'.claim \in quit' => row'.claim = row.claim]_vars
TokensGrow == [][\A c \in Clients : user[c] # "holding" /\ user'[c] = "holding" => shown' > shown]_vars

Few == token <= Cardinality(Clients) * Claims + Faults + 1
Alike == Permutations(Clients)
=============================================================================
