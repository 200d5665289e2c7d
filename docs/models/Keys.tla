--------------------------------- MODULE Keys -------------------------------
(***************************************************************************)
(* etcd's line of keys (stores/etcd): a claim is a key that belongs to its *)
(* client's session; the oldest key of a lock holds it. A lease may be     *)
(* shorter than the session: then nothing but a deletion ends it, and the  *)
(* engine's attempts to release it fail while the servers can't be         *)
(* reached. When sessions end is Session.tla's matter; here they just end, *)
(* for the client first.                                                   *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
  Clients,
  Claims,   \* how many claims each makes, one after the other
  Lease,    \* of a lock, in ticks: shorter than the session, which lives on
  Faults,   \* how many requests or answers may be lost, and sessions end, in all
  Retried,  \* a deletion is repeated while the session lives (false: until the lock's deadline, the rule before issue 11, item 31)
  Marked    \* a withdrawal leaves a mark which a copy of the claim meets

VARIABLES
  line,     \* the keys, in the order of their creation
  created,  \* by how many keys the revision has grown: the token of the last
  marks,    \* claims that were withdrawn
  late,     \* copies of claims under way
  user,     \* what the thread does: out, claiming, waiting, holding, leaving
  turn,     \* the number of the client's claim
  unsure,   \* claims of which a copy may be under way
  deadline, \* what is left of the lock's lease
  deleting, \* claims whose keys the client wants deleted
  failed,   \* those of them for which that has failed before
  shown,    \* the greatest token that a holder was given
  faults

vars == <<line, created, marks, late, user, turn, unsure, deadline, deleting, failed, shown, faults>>
Claim(c) == <<c, turn[c]>>
Max(a, b) == IF a > b THEN a ELSE b
InLine(claim) == \E i \in 1..Len(line) : line[i].claim = claim
Without(claims) == SelectSeq(line, LAMBDA key : key.claim \notin claims)
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults
Own(c, claims) == {claim \in claims : claim[1] = c}

Init ==
  /\ line = <<>> /\ created = 0 /\ marks = {} /\ late = {}
  /\ user = [c \in Clients |-> "out"]
  /\ turn = [c \in Clients |-> 0]
  /\ unsure = {}
  /\ deadline = [c \in Clients |-> 0]
  /\ deleting = {} /\ failed = {} /\ shown = 0
  /\ faults = Faults

\* ClaimSide.begin
Begin(c) ==
  /\ user[c] = "out" /\ turn[c] < Claims
  /\ user' = [user EXCEPT ![c] = "claiming"]
  /\ turn' = [turn EXCEPT ![c] = @ + 1]
  /\ UNCHANGED <<line, created, marks, late, unsure, deadline, deleting, failed, shown>> /\ NoFault

\* The transaction of a claim (Requests.claim): it makes the key, unless the claim has one or was withdrawn.
Put(claim) ==
  IF InLine(claim) \/ claim \in marks THEN UNCHANGED <<line, created>>
  ELSE line' = Append(line, [claim |-> claim, revision |-> created + 1]) /\ created' = created + 1

\* Claims.claim: the answer comes, or does not; or the request is late.
Ask(c) ==
  /\ user[c] = "claiming"
  /\ \/ Put(Claim(c)) /\ user' = [user EXCEPT ![c] = "waiting"] /\ UNCHANGED <<late, unsure>> /\ NoFault
     \/ Put(Claim(c)) /\ unsure' = unsure \cup {Claim(c)} /\ UNCHANGED <<late, user>> /\ Fault
     \/ late' = late \cup {Claim(c)} /\ unsure' = unsure \cup {Claim(c)} /\ UNCHANGED <<line, created, user>> /\ Fault
  /\ UNCHANGED <<marks, turn, deadline, deleting, failed, shown>>

CopyArrives(claim) ==
  /\ claim \in late /\ late' = late \ {claim}
  /\ Put(claim)
  /\ UNCHANGED <<marks, user, turn, unsure, deadline, deleting, failed, shown>> /\ NoFault

\* Place.changed and Line.lookBefore: the key before is gone, by a watch or by a look.
Granted(c) ==
  /\ user[c] = "waiting" /\ line # <<>> /\ line[1].claim = Claim(c)
  /\ user' = [user EXCEPT ![c] = "holding"]
  /\ deadline' = [deadline EXCEPT ![c] = Lease]
  /\ shown' = Max(shown, line[1].revision)
  /\ UNCHANGED <<line, created, marks, late, turn, unsure, deleting, failed>> /\ NoFault

\* Line.astray: its key is gone, so the claim is sent again.
Astray(c) ==
  /\ user[c] = "waiting" /\ ~InLine(Claim(c))
  /\ user' = [user EXCEPT ![c] = "claiming"]
  /\ UNCHANGED <<line, created, marks, late, turn, unsure, deadline, deleting, failed, shown>> /\ NoFault

\* Hold.close, or the deadline (HeldLock.loseIfExpired): the key is to be deleted (LockMachine.giveBack).
Leave(c) ==
  /\ user[c] = "holding"
  /\ user' = [user EXCEPT ![c] = "out"]
  /\ deleting' = deleting \cup {Claim(c)}
  /\ UNCHANGED <<line, created, marks, late, turn, unsure, deadline, failed, shown>> /\ NoFault

\* A wait that ends: the key is to be deleted (EtcdStore.withdraw), and the waiter waits for that.
GiveUp(c) ==
  /\ user[c] \in {"claiming", "waiting"}
  /\ user' = [user EXCEPT ![c] = "leaving"]
  /\ deleting' = deleting \cup {Claim(c)}
  /\ UNCHANGED <<line, created, marks, late, turn, unsure, deadline, failed, shown>> /\ NoFault

\* Deletions.delete and Withdrawals.marked: the answer comes, or the request fails, done or not.
Delete(claim) ==
  LET c == claim[1]
      marked == Marked /\ claim \in unsure
  IN
  /\ claim \in deleting
  /\ \/ /\ line' = Without({claim})
        /\ marks' = IF marked THEN marks \cup {claim} ELSE marks
        /\ deleting' = deleting \ {claim} /\ failed' = failed \ {claim}
        /\ user' = IF user[c] = "leaving" /\ Claim(c) = claim THEN [user EXCEPT ![c] = "out"] ELSE user
        /\ NoFault
     \/ /\ line' \in {line, Without({claim})}
        /\ marks' = IF marked /\ line' # line THEN marks \cup {claim} ELSE marks
        /\ failed' = failed \cup {claim}
        /\ UNCHANGED <<deleting, user>> /\ Fault
  /\ UNCHANGED <<created, late, turn, unsure, deadline, shown>>

\* StoreRequests.notReleased: the lock's deadline has passed, and the engine takes it for free.
Abandon(claim) ==
  /\ ~Retried
  /\ claim \in failed /\ claim = Claim(claim[1]) /\ deadline[claim[1]] = 0 /\ user[claim[1]] = "out"
  /\ deleting' = deleting \ {claim} /\ failed' = failed \ {claim}
  /\ UNCHANGED <<line, created, marks, late, user, turn, unsure, deadline, shown>> /\ NoFault

\* Heartbeat.lost: what hangs on the session is lost, here first, then there.
SessionEnds(c) ==
  /\ Fault
  /\ line' = SelectSeq(line, LAMBDA key : key.claim[1] # c)
  /\ user' = [user EXCEPT ![c] = IF @ \in {"holding", "leaving"} THEN "out" ELSE IF @ = "waiting" THEN "claiming" ELSE @]
  /\ deadline' = [deadline EXCEPT ![c] = 0]
  /\ late' = late \ Own(c, late) \* they name a lease that is gone
  /\ deleting' = deleting \ Own(c, deleting) /\ failed' = failed \ Own(c, failed)
  /\ UNCHANGED <<created, marks, turn, unsure, shown>>

\* A lock's lease goes on while it is held or being released; at its end a holder leaves.
Tick ==
  /\ \A c \in Clients : user[c] = "holding" => deadline[c] > 0
  /\ \E c \in Clients : deadline[c] > 0
  /\ deadline' = [c \in Clients |-> Max(deadline[c] - 1, 0)]
  /\ UNCHANGED <<line, created, marks, late, user, turn, unsure, deleting, failed, shown>> /\ NoFault

Next ==
  \/ \E c \in Clients : Begin(c) \/ Ask(c) \/ Granted(c) \/ Astray(c) \/ Leave(c) \/ GiveUp(c) \/ SessionEnds(c)
  \/ \E claim \in late : CopyArrives(claim)
  \/ \E claim \in deleting : Delete(claim) \/ Abandon(claim)
  \/ Tick

Spec == Init /\ [][Next]_vars

Fair ==
  /\ WF_vars(Tick)
  /\ \A c \in Clients :
       /\ WF_vars(Ask(c)) /\ WF_vars(Granted(c)) /\ WF_vars(Astray(c)) /\ WF_vars(Leave(c))
       /\ \A n \in 1..Claims : WF_vars(Delete(<<c, n>>)) /\ WF_vars(CopyArrives(<<c, n>>))

FairSpec == Spec /\ Fair

\* At most one holds, and it is the first in line.
OneHolder == \A c, d \in Clients : user[c] = "holding" /\ user[d] = "holding" => c = d
Backed == \A c \in Clients : user[c] = "holding" => line # <<>> /\ line[1].claim = Claim(c)

\* Every holder has a greater token than all before it.
TokensGrow == [][\A c \in Clients : user[c] # "holding" /\ user'[c] = "holding" => shown' > shown]_vars

\* Who waits gets the lock, or gives up.
Served == \A c \in Clients : user[c] = "waiting" ~> user[c] # "waiting"
=============================================================================
