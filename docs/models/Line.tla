-------------------------------- MODULE Line --------------------------------
(***************************************************************************)
(* The line of one lock and its hand-over, on a store with leases: Redis'  *)
(* scripts (stores/redis, *.lua) below, the engine's claims (core,         *)
(* ClaimSide, StoreRequests, Push, Renewer) above, a network between them  *)
(* that delays, loses and repeats.                                         *)
(*                                                                         *)
(* Time is a number of ticks. Nothing counts from a beginning: the store   *)
(* knows what is left of a lease, a client what is left until its own      *)
(* deadline, a message how old it is. So the model has finitely many       *)
(* states though time never ends. A client's clock may lose Drift ticks    *)
(* during one deadline, for which the client allows Margin.                *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Clients,    \* processes, each with one contender for the lock
  Claims,     \* how many claims each of them makes, one after the other
  Lease,      \* the lease that is asked for, in ticks
  ClaimTime,  \* the lease of a grant that is pushed
  Drift,      \* how much a client's clock may lose during a lease
  Margin,     \* how much a client allows for that
  Delay,      \* the oldest that a message to a living client gets; more than Lease: any age
  Faults,     \* how many faults may happen in all
  Awaited,    \* who gives up returns only when the withdrawal was answered (false: the rule before issue 11, item 12)
  Marked,     \* a withdrawal leaves a mark which a copy of the claim meets
  Rechecked   \* who waits asks again now and then

VARIABLES
  lock,         \* the hash and its queue: who holds, what is left of the lease, who waits, the last token
  tomb,         \* the marks w:<client>: the client's highest claim that was withdrawn
  pushes,       \* pushed grants under way
  late,         \* copies of claims under way, whose answers nobody awaits
  withdrawals,  \* withdrawals under way
  user,         \* what the thread of the client does
  turn,         \* the number of the client's claim
  ask,          \* the claim's request under way, or its answer
  unsure,       \* whether a copy of the claim may be under way
  deadline,     \* what is left, by the client's clock, until it stops to believe that it holds the lock
  slipped,      \* how much that clock has lost
  mode,         \* of the process: up; unheard, as the server noticed; stopped; killed
  quit,         \* claims whose client was told that they are undone
  forced,       \* claims whose grant an operator took away
  shown,        \* the greatest token that a holder was given
  faults        \* faults that may still happen

vars == <<lock, tomb, pushes, late, withdrawals, user, turn, ask, unsure, deadline, slipped, mode, quit, forced, shown, faults>>
client == <<user, turn, ask, unsure, deadline, slipped>>
Nobody == <<>>
NoAsk == [state |-> "none", age |-> 0, left |-> 0, token |-> 0]
Sent == [NoAsk EXCEPT !.state = "sent"]

Claim(c) == <<c, turn[c]>>
Acts(c) == mode[c] \in {"up", "unheard"}
Believes(c) == user[c] = "holding" /\ deadline[c] > 0 /\ Claim(c) \notin forced
Max(a, b) == IF a > b THEN a ELSE b
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults

Init ==
  /\ lock = [holder |-> Nobody, left |-> 0, queue |-> <<>>, token |-> 0]
  /\ tomb = [c \in Clients |-> 0]
  /\ pushes = {} /\ late = {} /\ withdrawals = {} /\ quit = {} /\ forced = {} /\ shown = 0
  /\ user = [c \in Clients |-> "out"]
  /\ turn = [c \in Clients |-> 0]
  /\ ask = [c \in Clients |-> NoAsk]
  /\ unsure = [c \in Clients |-> FALSE]
  /\ deadline = [c \in Clients |-> 0]
  /\ slipped = [c \in Clients |-> 0]
  /\ mode = [c \in Clients |-> "up"]
  /\ faults = Faults

(******************************** the store ********************************)

\* Those in line whom serve() in lock.lua would reach: whose client listens, as PUBSUB counts, or whose own request is answered.
Reached(queue, own) ==
  {i \in 1..Len(queue) : queue[i] = own \/ mode[queue[i][1]] \in {"up", "stopped"}}
First(places) == CHOOSE i \in places : \A j \in places : i <= j
After(queue, i) == SubSeq(queue, i + 1, Len(queue))

Give(claim, lease, queue) == [holder |-> claim, left |-> lease, queue |-> queue, token |-> lock.token + 1]

\* handOn() in lock.lua: the first who can be told has the lock for the claim time, or nobody has it.
HandOn(queue) ==
  LET reached == Reached(queue, Nobody) IN
  IF reached = {}
  THEN /\ lock' = [lock EXCEPT !.holder = Nobody, !.left = 0, !.queue = <<>>]
       /\ UNCHANGED pushes
  ELSE LET i == First(reached) IN
       /\ lock' = Give(queue[i], ClaimTime, After(queue, i))
       /\ pushes' = pushes \cup {[to |-> queue[i], token |-> lock.token + 1, age |-> 0]}

Join(queue, claim) == IF \E i \in 1..Len(queue) : queue[i] = claim THEN queue ELSE Append(queue, claim)

\* attempt() in attempt.lua; answer(state) is what becomes of its reply.
Attempt(claim, answer(_)) ==
  LET reached == Reached(lock.queue, claim)
      i == First(reached)
  IN
  IF lock.holder = claim THEN UNCHANGED <<lock, pushes>> /\ answer("granted")
  ELSE IF tomb[claim[1]] >= claim[2] THEN UNCHANGED <<lock, pushes>> /\ answer("withdrawn")
  ELSE IF lock.holder # Nobody THEN
    /\ lock' = [lock EXCEPT !.queue = Join(lock.queue, claim)]
    /\ UNCHANGED pushes
    /\ answer("queued")
  ELSE IF reached # {} /\ lock.queue[i] # claim THEN \* somebody else is served first
    /\ lock' = Give(lock.queue[i], ClaimTime, Join(After(lock.queue, i), claim))
    /\ pushes' = pushes \cup {[to |-> lock.queue[i], token |-> lock.token + 1, age |-> 0]}
    /\ answer("queued")
  ELSE
    /\ lock' = Give(claim, Lease, IF reached = {} THEN <<>> ELSE After(lock.queue, i))
    /\ UNCHANGED pushes
    /\ answer("granted")

\* claim.lua is run for the request that the client awaits.
ClaimArrives(c) ==
  /\ ask[c].state = "sent"
  /\ Attempt(Claim(c), LAMBDA state :
       ask' = [ask EXCEPT ![c] = IF state = "granted"
         THEN [@ EXCEPT !.state = state, !.left = lock'.left, !.token = lock'.token]
         ELSE NoAsk])
  /\ UNCHANGED <<tomb, late, withdrawals, user, turn, unsure, deadline, slipped, mode, quit, forced, shown>> /\ NoFault

\* claim.lua is run for a copy that nobody awaits: it was repeated by a connection or a proxy, or given up for lost.
CopyArrives(claim) ==
  /\ claim \in late
  /\ late' = late \ {claim}
  /\ Attempt(claim, LAMBDA state : TRUE)
  /\ UNCHANGED <<client, tomb, withdrawals, mode, quit, forced, shown>> /\ NoFault

\* withdraw.lua; its answer arrives, or is lost and the withdrawal sent again (StoreRequests.withdrawn).
WithdrawalArrives(w) ==
  LET others == SelectSeq(lock.queue, LAMBDA claim : claim # w.of)
      c == w.of[1]
  IN
  /\ w \in withdrawals
  /\ IF lock.holder = w.of THEN HandOn(others)
     ELSE lock' = [lock EXCEPT !.queue = others] /\ UNCHANGED pushes
  /\ tomb' = IF w.mark /\ Marked THEN [tomb EXCEPT ![c] = Max(@, w.of[2])] ELSE tomb
  /\ \/ /\ withdrawals' = withdrawals \ {w}
        /\ quit' = quit \cup {w.of}
        /\ user' = IF user[c] = "leaving" /\ Claim(c) = w.of THEN [user EXCEPT ![c] = "out"] ELSE user
        /\ NoFault
     \/ Fault /\ UNCHANGED <<withdrawals, quit, user>>
  /\ UNCHANGED <<late, turn, ask, unsure, deadline, slipped, mode, forced, shown>>

\* revoke.lua. The message to the holder is taken for lost: the next renewal tells it.
Revoke ==
  /\ lock.holder # Nobody /\ Fault
  /\ HandOn(lock.queue)
  /\ forced' = forced \cup {lock.holder}
  /\ UNCHANGED <<client, tomb, late, withdrawals, mode, quit, shown>>

(******************************* the clients *******************************)

Undisturbed == UNCHANGED <<lock, tomb, pushes, late, withdrawals, mode, quit, forced>> /\ NoFault

\* ClaimSide.begin
Begin(c) ==
  /\ Acts(c) /\ user[c] = "out" /\ turn[c] < Claims
  /\ user' = [user EXCEPT ![c] = "waiting"]
  /\ turn' = [turn EXCEPT ![c] = @ + 1]
  /\ ask' = [ask EXCEPT ![c] = Sent]
  /\ unsure' = [unsure EXCEPT ![c] = FALSE]
  /\ UNCHANGED <<deadline, slipped, shown>> /\ Undisturbed

\* ClaimSide.ask: by a timer, a hint, or after the connection was lost.
Recheck(c) ==
  /\ Rechecked \/ unsure[c]
  /\ Acts(c) /\ user[c] = "waiting" /\ ask[c] = NoAsk
  /\ ask' = [ask EXCEPT ![c] = Sent]
  /\ UNCHANGED <<user, turn, unsure, deadline, slipped, shown>> /\ Undisturbed

Hold(c, left, token) ==
  /\ user' = [user EXCEPT ![c] = "holding"]
  /\ deadline' = [deadline EXCEPT ![c] = left]
  /\ slipped' = [slipped EXCEPT ![c] = 0]
  /\ shown' = Max(shown, token)

\* ClaimSide.answered and Deadlines.replied: the deadline is counted from the sending of what was answered.
Answered(c) ==
  LET left == ask[c].left - ask[c].age - Margin IN
  /\ Acts(c) /\ ask[c].state = "granted"
  /\ IF left > 0 THEN Hold(c, left, ask[c].token) ELSE UNCHANGED <<user, deadline, slipped, shown>>
  /\ ask' = [ask EXCEPT ![c] = NoAsk]
  /\ UNCHANGED <<turn, unsure>> /\ Undisturbed

\* ClaimSide.failed: no answer came in time, or the connection broke. The request may arrive all the same.
Unanswered(c) ==
  /\ Acts(c) /\ ask[c].state # "none" /\ Fault
  /\ late' = IF ask[c].state = "sent" THEN late \cup {Claim(c)} ELSE late
  /\ ask' = [ask EXCEPT ![c] = NoAsk]
  /\ unsure' = [unsure EXCEPT ![c] = TRUE]
  /\ UNCHANGED <<lock, tomb, pushes, withdrawals, user, turn, deadline, slipped, mode, quit, forced, shown>>

\* ClaimSide.pushed and Deadlines.pushed: a pushed grant is as old as its message, or is taken for older.
\* A grant that nobody here waits for is left to end: the engine tries to give it back, which may fail.
Pushed(p) ==
  LET c == p.to[1]
      left == ClaimTime - p.age - Margin
      awaited == user[c] = "waiting" /\ Claim(c) = p.to
  IN
  /\ p \in pushes /\ mode[c] = "up"
  /\ pushes' = pushes \ {p}
  /\ IF awaited /\ left > 0
     THEN /\ Hold(c, left, p.token)
          /\ late' = IF ask[c].state = "sent" THEN late \cup {p.to} ELSE late
          /\ unsure' = [unsure EXCEPT ![c] = @ \/ ask[c].state # "none"]
          /\ ask' = [ask EXCEPT ![c] = NoAsk]
     ELSE UNCHANGED <<user, deadline, slipped, shown, late, unsure, ask>>
  /\ UNCHANGED <<lock, tomb, withdrawals, turn, mode, quit, forced>> /\ NoFault

\* Renewer and renew.lua, as one step: a deadline counts from the sending, so an answer under way only makes it shorter.
Renew(c) ==
  /\ Acts(c) /\ user[c] = "holding" /\ deadline[c] > 0
  /\ IF lock.holder = Claim(c)
     THEN /\ lock' = [lock EXCEPT !.left = Max(@, Lease)]
          /\ \/ /\ deadline' = [deadline EXCEPT ![c] = Lease - Margin]
                /\ slipped' = [slipped EXCEPT ![c] = 0]
                /\ NoFault
             \/ Fault /\ UNCHANGED <<deadline, slipped>>
          /\ UNCHANGED user
     ELSE /\ user' = [user EXCEPT ![c] = "out"]
          /\ UNCHANGED <<lock, deadline, slipped>> /\ NoFault
  /\ UNCHANGED <<tomb, pushes, late, withdrawals, turn, ask, unsure, mode, quit, forced, shown>>

\* Tenure: its deadline passed, and its holder is told.
Lose(c) ==
  /\ Acts(c) /\ user[c] = "holding" /\ deadline[c] = 0
  /\ user' = [user EXCEPT ![c] = "out"]
  /\ UNCHANGED <<turn, ask, unsure, deadline, slipped, shown>> /\ Undisturbed

\* Hold.close
Close(c) ==
  /\ Acts(c) /\ user[c] = "holding" /\ deadline[c] > 0
  /\ user' = [user EXCEPT ![c] = "closing"]
  /\ deadline' = [deadline EXCEPT ![c] = 0]
  /\ UNCHANGED <<turn, ask, unsure, slipped, shown>> /\ Undisturbed

\* release.lua, repeated while it is not answered (StoreRequests.release); then a copy of the claim is refused (StoreRequests.silence).
Release(c) ==
  /\ Acts(c) /\ user[c] = "closing"
  /\ IF lock.holder = Claim(c) THEN HandOn(lock.queue) ELSE UNCHANGED <<lock, pushes>>
  /\ \/ /\ user' = [user EXCEPT ![c] = "out"]
        /\ IF unsure[c]
           THEN /\ withdrawals' = withdrawals \cup {[of |-> Claim(c), mark |-> TRUE]}
                /\ UNCHANGED quit
           ELSE quit' = quit \cup ({Claim(c)} \ forced) /\ UNCHANGED withdrawals
        /\ NoFault
     \/ Fault /\ UNCHANGED <<user, withdrawals, quit>>
  /\ UNCHANGED <<tomb, late, turn, ask, unsure, deadline, slipped, mode, forced, shown>>

\* LockMachine.giveBack and exchange.lua: the release and the next claim in one request. If it fails, the release is sent again
\* (StoreRequests.exchange), and the request may still arrive as a copy of the claim; if only its answer is lost, see Unanswered.
Exchange(c) ==
  LET next == <<c, turn[c] + 1>>
      line == Append(lock.queue, next)
      i == First(Reached(line, next))
      pushed == line[i] # next
  IN
  /\ Acts(c) /\ user[c] = "closing" /\ turn[c] < Claims /\ lock.holder = Claim(c) /\ ~unsure[c]
  /\ turn' = [turn EXCEPT ![c] = @ + 1] /\ user' = [user EXCEPT ![c] = "waiting"]
  /\ \/ /\ lock' = Give(line[i], IF pushed THEN ClaimTime ELSE Lease, After(line, i))
        /\ pushes' = IF pushed THEN pushes \cup {[to |-> line[i], token |-> lock'.token, age |-> 0]} ELSE pushes
        /\ ask' = [ask EXCEPT ![c] = IF pushed THEN NoAsk ELSE [NoAsk EXCEPT !.state = "granted", !.left = Lease, !.token = lock'.token]]
        /\ quit' = quit \cup ({Claim(c)} \ forced) /\ NoFault /\ UNCHANGED <<late, withdrawals, unsure>>
     \/ /\ withdrawals' = withdrawals \cup {[of |-> Claim(c), mark |-> FALSE]} /\ late' = late \cup {next}
        /\ unsure' = [unsure EXCEPT ![c] = TRUE] /\ Fault /\ UNCHANGED <<lock, pushes, ask, quit>>
  /\ UNCHANGED <<tomb, deadline, slipped, mode, forced, shown>>

\* ClaimSide.giveUp and StoreRequests.withdraw: a wait timed out or was interrupted.
GiveUp(c) ==
  /\ Acts(c) /\ user[c] = "waiting"
  /\ withdrawals' = withdrawals \cup
       {[of |-> Claim(c), mark |-> unsure[c] \/ ask[c].state # "none"]}
  /\ late' = IF ask[c].state = "sent" THEN late \cup {Claim(c)} ELSE late
  /\ ask' = [ask EXCEPT ![c] = NoAsk]
  /\ user' = [user EXCEPT ![c] = IF Awaited THEN "leaving" ELSE "out"]
  /\ quit' = IF Awaited THEN quit ELSE quit \cup {Claim(c)}
  /\ UNCHANGED <<lock, tomb, pushes, turn, unsure, deadline, slipped, mode, forced, shown>> /\ NoFault

\* The store was silent for its time-out: the waiter returns, the withdrawal goes on behind it.
ReturnInDoubt(c) ==
  /\ Acts(c) /\ user[c] = "leaving" /\ Fault
  /\ user' = [user EXCEPT ![c] = "out"]
  /\ UNCHANGED <<lock, tomb, pushes, late, withdrawals, turn, ask, unsure, deadline, slipped, mode, quit, forced, shown>>

(************************* processes and the network ***********************)

LosePush(p) ==
  /\ p \in pushes /\ Fault
  /\ pushes' = pushes \ {p}
  /\ UNCHANGED <<client, lock, tomb, late, withdrawals, mode, quit, forced, shown>>

\* A process is stopped, as the server can't see; or killed; or its subscription breaks (Subscription.subscribed restores it).
Trouble(c) ==
  /\ mode[c] = "up" /\ Fault
  /\ \E to \in {"stopped", "killed", "unheard"} :
       /\ mode' = [mode EXCEPT ![c] = to]
       /\ pushes' = IF to = "stopped" THEN pushes ELSE {p \in pushes : p.to[1] # c}
  /\ UNCHANGED <<client, lock, tomb, late, withdrawals, quit, forced, shown>>

Recover(c) ==
  /\ mode[c] \in {"stopped", "unheard"}
  /\ mode' = [mode EXCEPT ![c] = "up"]
  /\ UNCHANGED <<client, lock, tomb, pushes, late, withdrawals, quit, forced, shown>> /\ NoFault

\* Time passes, for the store and, more or less, for each client.
Tick ==
  /\ \A c \in Clients : Acts(c) => ask[c].age < Delay
  /\ \A p \in pushes : mode[p.to[1]] = "up" => p.age < Delay
  /\ lock' = IF lock.left > 1 THEN [lock EXCEPT !.left = @ - 1]
             ELSE [lock EXCEPT !.holder = Nobody, !.left = 0]
  /\ ask' = [c \in Clients |-> IF ask[c] # NoAsk /\ ask[c].age < Lease
               THEN [ask[c] EXCEPT !.age = @ + 1] ELSE ask[c]]
  /\ pushes' = {IF p.age < ClaimTime THEN [p EXCEPT !.age = @ + 1] ELSE p : p \in pushes}
  /\ \E slow \in SUBSET {c \in Clients : deadline[c] > 0 /\ slipped[c] < Drift} :
       /\ deadline' = [c \in Clients |-> IF deadline[c] > 0 /\ c \notin slow THEN deadline[c] - 1 ELSE deadline[c]]
       /\ slipped' = [c \in Clients |-> IF c \in slow THEN slipped[c] + 1 ELSE slipped[c]]
  /\ UNCHANGED <<tomb, late, withdrawals, user, turn, unsure, mode, quit, forced, shown>> /\ NoFault

Next ==
  \/ \E c \in Clients :
       \/ Begin(c) \/ ClaimArrives(c) \/ Answered(c) \/ Unanswered(c) \/ Recheck(c) \/ Renew(c) \/ Lose(c)
       \/ Close(c) \/ Release(c) \/ Exchange(c) \/ GiveUp(c) \/ ReturnInDoubt(c) \/ Trouble(c) \/ Recover(c)
  \/ \E claim \in late : CopyArrives(claim)
  \/ \E w \in withdrawals : WithdrawalArrives(w)
  \/ \E p \in pushes : Pushed(p) \/ LosePush(p)
  \/ Revoke \/ Tick

Spec == Init /\ [][Next]_vars

Fair ==
  /\ WF_vars(Tick)
  /\ \A c \in Clients :
       /\ WF_vars(ClaimArrives(c)) /\ WF_vars(Answered(c)) /\ WF_vars(Recheck(c)) /\ WF_vars(Lose(c))
       /\ WF_vars(Close(c)) /\ WF_vars(Release(c))
       /\ WF_vars(\E w \in withdrawals : w.of[1] = c /\ WithdrawalArrives(w))
       /\ WF_vars(\E p \in pushes : p.to[1] = c /\ Pushed(p))

FairSpec == Spec /\ Fair

(******************************** what holds *******************************)

\* At most one client believes, by its own clock, that it holds the lock; the store agrees.
OneHolder == \A c, d \in Clients : Believes(c) /\ Believes(d) => c = d
Backed == \A c \in Clients : Believes(c) => lock.holder = Claim(c)

\* Nothing is held by a claim whose client was told that it is undone; nor given to it.
NothingWithTheDeparted == lock.holder \notin quit
NothingToTheDeparted == [][lock'.holder \in quit' => lock'.holder = lock.holder]_vars
NoUnlockToTheDeparted ==
  [][lock.holder # Nobody /\ lock'.holder \in quit' => lock'.holder = lock.holder]_vars

\* Every holder has a greater token than all before it, unless an operator took its grant away before it knew of it.
TokensGrow ==
  [][\A c \in Clients : user[c] # "holding" /\ user'[c] = "holding" /\ Claim(c) \notin forced => shown' > shown]_vars

\* Who lives and waits gets the lock.
Served == \A c \in Clients : mode[c] = "up" /\ user[c] = "waiting" ~> mode[c] # "up" \/ user[c] # "waiting"

\* Bounds what is looked at: a grant that comes too late is asked for again, and gets another token.
Few == lock.token <= Cardinality(Clients) * Claims + Faults
Alike == Permutations(Clients)
=============================================================================
