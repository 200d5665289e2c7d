------------------------------- MODULE Expiry -------------------------------
(***************************************************************************)
(* How long the key of a lock lives in Redis. The lease is a field of the  *)
(* hash; the key's own expiry must come later, or the lock and its token   *)
(* vanish under the holder. So that the usual grant need not touch it, the *)
(* expiry is the retention later than the lease's end, and moved on when   *)
(* less than three quarters of that is left, as the hash's field x tells,  *)
(* or when the token would not be kept for the whole retention.            *)
(*                                                                         *)
(* Clients ask for different retentions. The queue may outlive the hash,   *)
(* and with it what the hash tells of them; so whoever is granted the lock *)
(* by another client's script may hold it under a key that expires sooner  *)
(* than it knows.                                                          *)
(*                                                                         *)
(* Requests are single steps here: Line.tla has those that are lost.       *)
(***************************************************************************)
EXTENDS Integers

CONSTANTS
  Clients,
  Keepers,    \* the clients that ask for four times the retention of the others
  Leases,     \* the leases that may be asked for, in ticks
  ClaimTime,  \* the lease of a grant that is pushed
  Retention,  \* how much later than a lease the key expires: a multiple of four
  OneTruth,   \* whoever moves the key's expiry writes x (false: renewals do not, the rule before issue 11, item 14)
  Doubted,    \* the first renewal of a grant that another client's script made looks at the expiry
  Whole       \* a new token is kept for the whole retention (false: the expiry counts from the lease only)

VARIABLES
  holder,  \* the field c
  left,    \* what is left of the lease: the field u:<claim>
  pushed,  \* whether another client's script granted it, and it was not renewed since
  bound,   \* what is left until x
  kept,    \* the field r: the longest retention that the hash knows
  key,     \* what is left until the key expires; 0 if there is no key
  spare,   \* what is left of the retention since the last grant
  phase,   \* where the store's clock is between two multiples of half the longest retention
  believes \* what is left of its lease, by each client's clock

vars == <<holder, left, pushed, bound, kept, key, spare, phase, believes>>
Nobody == "nobody"
Max(a, b) == IF a > b THEN a ELSE b
Asked(c) == IF c \in Keepers THEN 4 * Retention ELSE Retention
Longest(c) == Max(Asked(c), kept)
Slack(retention) == (3 * retention) \div 4

Init ==
  /\ holder = Nobody /\ left = 0 /\ pushed = FALSE
  /\ bound = 0 /\ kept = 0 /\ key = 0 /\ spare = 0 /\ phase = 0
  /\ believes = [c \in Clients |-> 0]

\* claim-alone.lua, and give() with armFor() in lock.lua: the key's expiry is moved on if x is not far enough away.
Grant(by, to, lease) ==
  LET retention == Longest(by) IN
  /\ holder' = to /\ left' = lease /\ pushed' = (by # to)
  /\ believes' = [c \in Clients |-> IF c = to THEN lease ELSE IF c = holder THEN 0 ELSE believes[c]]
  /\ kept' = retention /\ spare' = retention
  /\ IF kept = retention /\ bound >= Max(lease + Slack(retention), IF Whole THEN retention ELSE 0)
     THEN UNCHANGED <<bound, key>>
     ELSE bound' = Max(bound, lease + retention) /\ key' = bound'
  /\ UNCHANGED phase

Claim(c, lease) == left = 0 /\ Grant(c, c, lease)

\* serve() in lock.lua, for whoever waits: the lock is free, or its holder releases it.
Push(by, to) ==
  /\ by # to
  /\ left = 0 \/ (holder = by /\ believes[by] > 0)
  /\ Grant(by, to, ClaimTime)

\* renew.lua with rearm(): the key's expiry is looked at when the lease's end enters another half of the client's retention.
Renew(c, lease) ==
  LET ends == Max(left, lease)
      half == Asked(c) \div 2
      crosses == (phase + left) \div half # (phase + ends) \div half
      looks == crosses \/ (pushed /\ Doubted)
      expiry == ends + Longest(c)
  IN
  /\ holder = c /\ left > 0 /\ believes[c] > 0
  /\ left' = ends /\ pushed' = FALSE
  /\ believes' = [believes EXCEPT ![c] = Max(@, lease)]
  /\ IF ~looks \/ (OneTruth /\ kept = Longest(c) /\ bound >= ends + Slack(kept)) THEN UNCHANGED <<bound, key, kept>>
     ELSE IF OneTruth THEN bound' = Max(bound, expiry) /\ key' = bound' /\ kept' = Longest(c)
     ELSE key' = expiry /\ UNCHANGED <<bound, kept>>
  /\ UNCHANGED <<holder, spare, phase>>

\* release-alone.lua, and vacate() with disarm() in lock.lua, which lets go of a key that would live for long.
Release(c) ==
  LET retention == Longest(c) IN
  /\ holder = c /\ believes[c] > 0
  /\ holder' = Nobody /\ left' = 0 /\ pushed' = FALSE
  /\ believes' = [believes EXCEPT ![c] = 0]
  /\ \/ UNCHANGED <<bound, key, kept>>
     \/ OneTruth /\ bound > 3 * retention /\ bound' = retention /\ key' = retention /\ kept' = retention
  /\ UNCHANGED <<spare, phase>>

\* Time passes; with the key goes all that it holds.
Tick ==
  /\ phase' = (phase + 1) % (2 * Retention)
  /\ key' = Max(key - 1, 0)
  /\ bound' = IF key' = 0 THEN 0 ELSE Max(bound - 1, 0)
  /\ kept' = IF key' = 0 THEN 0 ELSE kept
  /\ left' = IF key' = 0 THEN 0 ELSE Max(left - 1, 0)
  /\ holder' = IF left' = 0 THEN Nobody ELSE holder
  /\ pushed' = (left' > 0 /\ pushed)
  /\ spare' = Max(spare - 1, 0)
  /\ believes' = [c \in Clients |-> Max(believes[c] - 1, 0)]

Next ==
  \/ \E c \in Clients :
       \/ Release(c)
       \/ \E lease \in Leases : Claim(c, lease) \/ Renew(c, lease)
       \/ \E to \in Clients : Push(c, to)
  \/ Tick

Spec == Init /\ [][Next]_vars

\* At most one client believes that it holds the lock.
OneHolder == \A c, d \in Clients : believes[c] > 0 /\ believes[d] > 0 => c = d

\* The key outlives the lease, and each token by the whole retention; and what the hash says of it is true.
KeyOutlivesLease == left > 0 => key > left
KeyOutlivesToken == key >= spare
BoundIsTrue == bound = key
=============================================================================
