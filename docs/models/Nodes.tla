-------------------------------- MODULE Nodes -------------------------------
(***************************************************************************)
(* ZooKeeper's line of nodes (stores/zookeeper): a claim is a node that    *)
(* belongs to its client's session; the lowest number holds, and the       *)
(* transaction that made the node is the token. Writes go to the leader,   *)
(* which puts them in one order. Each client is connected to a server that *)
(* follows, however far behind; it answers reads from what it has applied, *)
(* and a write once it has applied it. When sessions end is Session.tla's  *)
(* matter; here they just end, for the client first.                       *)
(***************************************************************************)
EXTENDS Integers, Sequences, TLC

CONSTANTS
  Clients,
  Claims,  \* how many claims each makes, one after the other
  Faults,  \* how many connections may break, and sessions end, in all
  Synced,  \* who looks for a node whose making was not answered has its server catch up first
  Checked  \* who finds the node before its own gone looks again, as no watch will tell

VARIABLES
  log,      \* what the leader has committed: which claim's node was made, on which session, and which nodes were removed
  at,       \* how much of it the client's server has applied, while the client is there
  session,  \* the number of the client's session
  user,     \* what the thread does: out, claiming, unsure, looking, watching, waiting, holding, leaving
  turn,     \* the number of the client's claim
  node,     \* its node: the place in the log where it was made
  before,   \* the node that it watches, or is about to
  shown,    \* the greatest token that a holder was given
  faults

vars == <<log, at, session, user, turn, node, before, shown, faults>>
Nobody == <<>>
Claim(c) == <<c, turn[c]>>
Max(a, b) == IF a > b THEN a ELSE b
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults

\* The nodes that are there after so much of the log.
Line(n) == {i \in 1..n : log[i].made # Nobody /\ \A j \in i..n : i \notin log[j].gone}
All == Line(Len(log))
Greatest(some) == CHOOSE i \in some : \A j \in some : j <= i
Of(c, nodes) == {i \in nodes : log[i].made[1] = c}
Own(c, nodes) == {i \in Of(c, nodes) : log[i].made = Claim(c) /\ log[i].session = session[c]}

Init ==
  /\ log = <<>>
  /\ at = [c \in Clients |-> 0]
  /\ session = [c \in Clients |-> 1]
  /\ user = [c \in Clients |-> "out"]
  /\ turn = [c \in Clients |-> 0]
  /\ node = [c \in Clients |-> 0] /\ before = [c \in Clients |-> 0]
  /\ shown = 0
  /\ faults = Faults

\* The log without the nodes that are gone on all servers, so that the model has few states.
Low == LET some == {at[c] : c \in {d \in Clients : user[d] # "out"}} \cup {Len(log)} IN CHOOSE n \in some : \A m \in some : n <= m
Short == [i \in 1..Len(log) |->
  IF i > Low THEN log[i] ELSE IF i \in Line(Low) THEN [log[i] EXCEPT !.gone = {}] ELSE [made |-> Nobody, session |-> 0, gone |-> {}]]

Commit(claim, c, removed) == log' = Append(Short, [made |-> claim, session |-> session[c], gone |-> removed])
Becomes(c, what) == user' = [user EXCEPT ![c] = what]

\* The connection breaks; the client finds another server that has applied all that the client has seen.
Reconnected(c) == Fault /\ \E n \in at[c]..Len(log') : at' = [at EXCEPT ![c] = n]

\* Claims.claim
Begin(c) ==
  /\ user[c] = "out" /\ turn[c] < Claims
  /\ Becomes(c, "claiming") /\ turn' = [turn EXCEPT ![c] = @ + 1]
  /\ at' = [at EXCEPT ![c] = Len(log)]
  /\ UNCHANGED <<log, session, node, before, shown>> /\ NoFault

\* Nodes.make: it is answered when the client's server has applied it, see Look; or not at all, done or not.
Make(c) ==
  /\ user[c] = "claiming"
  /\ \/ /\ Commit(Claim(c), c, {}) /\ Becomes(c, "looking") /\ node' = [node EXCEPT ![c] = Len(log')]
        /\ UNCHANGED at /\ NoFault
     \/ /\ Commit(Claim(c), c, {}) \/ UNCHANGED log
        /\ Becomes(c, "unsure") /\ UNCHANGED node /\ Reconnected(c)
  /\ UNCHANGED <<session, turn, before, shown>>

\* Arrivals.find
Find(c) ==
  LET n == IF Synced THEN Len(log) ELSE at[c]
      own == Own(c, Line(n))
  IN
  /\ user[c] = "unsure"
  /\ at' = [at EXCEPT ![c] = n]
  /\ IF own = {} THEN Becomes(c, "claiming") /\ UNCHANGED node
     ELSE Becomes(c, "looking") /\ node' = [node EXCEPT ![c] = Greatest(own)]
  /\ UNCHANGED <<log, session, turn, before, shown>> /\ NoFault

\* Turns.assess: of the children that its server shows, own is the first, or there is one right before it.
Look(c) ==
  LET first == {i \in Line(at[c]) : i < node[c]} IN
  /\ user[c] = "looking" /\ at[c] >= node[c]
  /\ IF first = {} THEN Becomes(c, "holding") /\ shown' = Max(shown, node[c]) /\ UNCHANGED before
     ELSE Becomes(c, "watching") /\ before' = [before EXCEPT ![c] = Greatest(first)] /\ UNCHANGED shown
  /\ UNCHANGED <<log, at, session, turn, node>> /\ NoFault

\* Turns.await: reads the node before its own, and watches it. That may be gone by now.
Watch(c) ==
  /\ user[c] = "watching"
  /\ Becomes(c, IF before[c] \in Line(at[c]) \/ ~Checked THEN "waiting" ELSE "looking")
  /\ UNCHANGED <<log, at, session, turn, node, before, shown>> /\ NoFault

\* The client's server applies the next transaction; whoever watched a node that it removed is told (Upkeep.deleted).
Apply(c) ==
  /\ user[c] # "out" /\ at[c] < Len(log) /\ at' = [at EXCEPT ![c] = @ + 1]
  /\ IF user[c] = "waiting" /\ before[c] \in log[at[c] + 1].gone
     THEN Becomes(c, "looking") ELSE UNCHANGED user
  /\ log' = Short
  /\ UNCHANGED <<session, turn, node, before, shown>> /\ NoFault

\* ZooKeeper sets the watches again on the other server, which tells at once of a node that is gone; what was asked is asked again.
Reconnect(c) ==
  /\ user[c] = "waiting"
  /\ UNCHANGED log /\ Reconnected(c)
  /\ IF before[c] \notin Line(at'[c]) THEN Becomes(c, "looking") ELSE UNCHANGED user
  /\ UNCHANGED <<session, turn, node, before, shown>>

\* A holder closes its lock, or a waiter gives up.
Leave(c) ==
  /\ user[c] \in {"waiting", "holding"}
  /\ Becomes(c, "leaving") /\ before' = [before EXCEPT ![c] = 0]
  /\ UNCHANGED <<log, at, session, turn, node, shown>> /\ NoFault

\* Departures.leave: answered, or not, and then repeated (Upkeep.reconcile).
Remove(c) ==
  /\ user[c] = "leaving"
  /\ Commit(Nobody, c, {node[c]})
  /\ \/ Becomes(c, "out") /\ at' = [at EXCEPT ![c] = 0] /\ node' = [node EXCEPT ![c] = 0] /\ NoFault
     \/ UNCHANGED <<at, user, node>> /\ Fault
  /\ UNCHANGED <<session, turn, before, shown>>

\* Nodes.swap: leaves, and claims anew, in one transaction.
Exchange(c) ==
  /\ user[c] = "holding" /\ turn[c] < Claims
  /\ turn' = [turn EXCEPT ![c] = @ + 1]
  /\ Commit(Claim(c)', c, {node[c]}) /\ Becomes(c, "looking") /\ node' = [node EXCEPT ![c] = Len(log')]
  /\ UNCHANGED <<at, session, before, shown>> /\ NoFault

\* Session.end: here first. Holders are told, waiters claim again on the next session.
End(c) ==
  /\ user[c] # "out" /\ Fault
  /\ session' = [session EXCEPT ![c] = @ + 1]
  /\ Becomes(c, IF user[c] \in {"holding", "leaving"} THEN "out" ELSE "claiming")
  /\ node' = [node EXCEPT ![c] = 0] /\ before' = [before EXCEPT ![c] = 0]
  /\ at' = [at EXCEPT ![c] = IF user'[c] = "out" THEN 0 ELSE @]
  /\ UNCHANGED <<log, turn, shown>>

\* The leader removes the nodes of a session that is over.
Expire(c) ==
  LET left == {i \in Of(c, All) : log[i].session < session[c]} IN
  /\ left # {} /\ Commit(Nobody, c, left)
  /\ UNCHANGED <<at, session, user, turn, node, before, shown>> /\ NoFault

Next ==
  \E c \in Clients :
    \/ Begin(c) \/ Make(c) \/ Find(c) \/ Look(c) \/ Watch(c) \/ Apply(c) \/ Reconnect(c)
    \/ Leave(c) \/ Remove(c) \/ Exchange(c) \/ End(c) \/ Expire(c)

Spec == Init /\ [][Next]_vars

\* What happens sooner or later. Fairness to all of it together is enough, as none of it can be repeated forever.
Step(c) ==
  Make(c) \/ Find(c) \/ Look(c) \/ Watch(c) \/ Apply(c) \/ (user[c] = "holding" /\ Leave(c)) \/ Remove(c) \/ Expire(c)

FairSpec == Spec /\ \A c \in Clients : WF_vars(Step(c))

\* At most one holds, and its node is the first.
OneHolder == \A c, d \in Clients : user[c] = "holding" /\ user[d] = "holding" => c = d
Backed == \A c \in Clients : user[c] = "holding" => node[c] \in All /\ \A i \in All : node[c] <= i

\* Every holder has a greater token than all before it.
TokensGrow == [][\A c \in Clients : user[c] # "holding" /\ user'[c] = "holding" => shown' > shown]_vars

\* Who claims gets the lock, or gives up.
Waits(c) == user[c] \in {"claiming", "unsure", "looking", "watching", "waiting"}
Served == \A c \in Clients : Waits(c) ~> ~Waits(c)

Alike == Permutations(Clients)
=============================================================================
