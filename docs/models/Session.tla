------------------------------- MODULE Session ------------------------------
(***************************************************************************)
(* Until when a session with ZooKeeper certainly lives, as its client      *)
(* counts (stores/zookeeper, SessionLife), beside the leader, which alone  *)
(* ends sessions. The client is connected to a follower. That tells the    *)
(* leader of its clients with the answers to the leader's pings, and with  *)
(* nothing else; it answers reads by itself, also while it is cut off. The *)
(* two channels between leader and follower keep their order, and take any *)
(* time.                                                                   *)
(*                                                                         *)
(* All locks of the client hang on its session: when that is over for the  *)
(* leader, the next in line holds.                                         *)
(***************************************************************************)
EXTENDS Integers, Sequences

CONSTANTS
  Timeout,  \* of the session, in ticks of this model
  Ping,     \* how often the leader pings
  Drift,    \* how much the client's clock may lose during a session
  Margin,   \* how much the client takes off the timeout
  Longest,  \* how many messages may be under way in a channel
  Troubles, \* how many partitions and elections there may be
  Rule      \* which answers move the client's deadline:
            \*   "any"    every one: before issue 11, item 28
            \*   "leader" every one that came through the leader
            \*   "sync"   as "proven", but the last may be a sync
            \*   "proven" a write that comes third, see Answered

VARIABLES
  left,       \* what is left of the session for the leader that counts; 0: it is over
  ping,       \* when that leader pings again
  toLeader,   \* the channels
  toFollower,
  touched,    \* whether the follower has heard of the client and not told
  link,       \* of the follower: "up"; "cut" off; "deposed": with a leader in whose place another was elected
  request,    \* the client's, that goes to the leader: what it is, and its age
  stage,      \* what the client has: 0 nothing, 1 an answer (A), 2 an answer that came behind a ping after that (C)
  age,        \* how long ago A was sent
  since,      \* how long ago A was answered
  deadline,   \* what is left of the session by the client's clock; 0: it has given it up
  slipped,    \* how much that clock has lost
  troubles    \* how much trouble may still come

vars == <<left, ping, toLeader, toFollower, touched, link, request, stage, age, since, deadline, slipped, troubles>>
net == <<ping, toLeader, toFollower, touched, link, troubles>>
known == <<stage, age, since>>
NoRequest == [kind |-> "none", age |-> 0, role |-> 0]
Alive == deadline > 0
Min(a, b) == IF a < b THEN a ELSE b
Max(a, b) == IF a > b THEN a ELSE b

Init ==
  /\ left = Timeout /\ ping = Ping
  /\ toLeader = <<>> /\ toFollower = <<>> /\ touched = FALSE /\ link = "up"
  /\ request = NoRequest
  /\ stage = 2 /\ age = 0 /\ since = 0 \* the leader itself made the session
  /\ deadline = Timeout - Margin /\ slipped = 0
  /\ troubles = Troubles

\* The session lives for its timeout from a moment that is so long ago; SessionLife.answered.
Prolong(ago) ==
  LET later == Timeout - Margin - ago IN
  IF later > deadline THEN deadline' = later /\ slipped' = 0 ELSE UNCHANGED <<deadline, slipped>>

(******************************** the client *******************************)

\* Session.ask: a read. The follower answers it, if it likes.
Read ==
  /\ Alive /\ touched' = TRUE
  /\ IF Rule = "any" THEN Prolong(0) ELSE UNCHANGED <<deadline, slipped>>
  /\ UNCHANGED <<left, ping, toLeader, toFollower, link, request, troubles>> /\ UNCHANGED known

\* Session.ask: a sync or a write. The follower passes it on, behind what it has told the leader.
\* Role 2 is C, sent a ping's interval after A's answer; 3 is D, sent after C's; 1 is any other, and becomes A.
Send ==
  /\ Alive /\ request = NoRequest /\ link # "cut"
  /\ \E kind \in {"sync", "write"}, role \in 1..3 :
       /\ role = 2 => stage = 1 /\ since >= Ping
       /\ role = 3 => stage = 2 /\ (kind = "write" \/ Rule = "sync")
       /\ request' = [kind |-> kind, age |-> 0, role |-> role]
       /\ toLeader' = Append(toLeader, kind)
  /\ touched' = TRUE
  /\ UNCHANGED <<left, ping, toFollower, link, deadline, slipped, troubles>> /\ UNCHANGED known

\* The answer reaches the client: of A; of C, behind a ping that came after A, so that the follower has told of A;
\* of D, a write, which went behind that: the leader knew of A, the session was not over, and most servers followed that leader.
Answered ==
  /\ toFollower' = Tail(toFollower)
  /\ request' = NoRequest
  /\ IF ~Alive THEN UNCHANGED <<known, deadline, slipped>>
     ELSE CASE request.role = 3 -> Prolong(age) /\ UNCHANGED known
            [] request.role = 2 -> stage' = 2 /\ UNCHANGED <<age, since, deadline, slipped>>
            [] request.role = 1 ->
                 IF Rule \in {"any", "leader"} THEN Prolong(request.age) /\ UNCHANGED known
                 ELSE stage' = 1 /\ age' = request.age /\ since' = 0 /\ UNCHANGED <<deadline, slipped>>
  /\ UNCHANGED <<left, ping, toLeader, touched, link, troubles>>

(******************************* the servers *******************************)

\* Leader.lead: a ping for each follower, twice a tick of the server; it comes before what happens later.
SendPing ==
  /\ ping = 0 /\ ping' = Ping
  /\ toFollower' = IF link = "cut" THEN toFollower ELSE Append(toFollower, "ping")
  /\ UNCHANGED <<left, toLeader, touched, link, request, known, deadline, slipped, troubles>>

\* Learner.ping: the follower answers with the sessions of which it has heard; anything else is the client's.
FollowerReceives ==
  /\ toFollower # <<>> /\ link # "cut"
  /\ IF toFollower[1] = "ping"
     THEN /\ toFollower' = Tail(toFollower)
          /\ toLeader' = Append(toLeader, IF touched THEN "touch" ELSE "pong")
          /\ touched' = FALSE
          /\ UNCHANGED <<left, ping, link, request, known, deadline, slipped, troubles>>
     ELSE Answered

\* LearnerHandler.run. A session that is over is not touched, and writes nothing; a sync is answered all the same, also by a
\* leader that most have left, which can't write.
LeaderReceives ==
  LET message == toLeader[1] IN
  /\ toLeader # <<>> /\ link # "cut" /\ ping > 0
  /\ toLeader' = Tail(toLeader)
  /\ left' = IF message = "touch" /\ link = "up" /\ left > 0 THEN Timeout ELSE left
  /\ LET answers == message = "sync" \/ (message = "write" /\ link = "up" /\ left > 0)
         refuses == message = "write" /\ ~answers
     IN
     /\ toFollower' = IF answers THEN Append(toFollower, "answer") ELSE toFollower
     /\ request' = IF refuses THEN NoRequest ELSE request
  /\ UNCHANGED <<ping, touched, link, known, deadline, slipped, troubles>>

\* The follower is cut off from its leader: what was under way is lost.
Cut ==
  /\ link = "up" /\ troubles > 0 /\ troubles' = troubles - 1
  /\ link' = "cut" /\ toLeader' = <<>> /\ toFollower' = <<>> /\ request' = NoRequest
  /\ UNCHANGED <<left, ping, touched, known, deadline, slipped>>

\* The others elect another leader, which gives every session its whole time; this follower does not know yet.
Elect ==
  /\ link # "deposed" /\ troubles > 0 /\ troubles' = troubles - 1
  /\ left > 0 /\ left' = Timeout
  /\ link' = IF link = "cut" THEN "cut" ELSE "deposed"
  /\ UNCHANGED <<ping, toLeader, toFollower, touched, request, known, deadline, slipped>>

\* The client is connected to a server that follows the leader, which hears of the session itself: that proves what A and C do.
Reconnect ==
  /\ Alive /\ left > 0
  /\ left' = Timeout
  /\ link' = "up" /\ toLeader' = <<>> /\ toFollower' = <<>> /\ touched' = FALSE /\ request' = NoRequest
  /\ stage' = 2 /\ age' = 0 /\ since' = 0
  /\ IF Rule = "any" THEN Prolong(0) ELSE UNCHANGED <<deadline, slipped>>
  /\ UNCHANGED <<ping, troubles>>

Tick ==
  /\ ping > 0 /\ ping' = ping - 1
  /\ left' = Max(left - 1, 0)
  /\ age' = Min(age + 1, Timeout) /\ since' = Min(since + 1, Ping)
  /\ stage' = IF age' >= Timeout - Margin THEN 0 ELSE stage
  /\ request' = IF request = NoRequest THEN request ELSE [request EXCEPT !.age = Min(@ + 1, Timeout)]
  /\ \/ deadline' = Max(deadline - 1, 0) /\ UNCHANGED slipped
     \/ deadline > 0 /\ slipped < Drift /\ slipped' = slipped + 1 /\ UNCHANGED deadline
  /\ UNCHANGED <<toLeader, toFollower, touched, link, troubles>>

Next == Read \/ Send \/ SendPing \/ FollowerReceives \/ LeaderReceives \/ Cut \/ Elect \/ Reconnect \/ Tick

Spec == Init /\ [][Next]_vars

\* The session is over for its client before it is for the leader, and with it for whoever holds next.
OneHolder == deadline > 0 => left > 0

\* Bounds what is looked at; a client that has given its session up does nothing more on it.
Short == Len(toLeader) <= Longest /\ Len(toFollower) <= Longest /\ deadline > 0
=============================================================================
