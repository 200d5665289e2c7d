--------------------------------- MODULE Once -------------------------------
(***************************************************************************)
(* Idempotency, leased: attempts that repeat one key, and a store that     *)
(* keeps its record. Their effect is elsewhere. What is under way may      *)
(* arrive at any later time, and any attempt may be paused at any step:    *)
(* nobody acts by a clock but the store.                                   *)
(*                                                                         *)
(* What protects the effect depends on the choice for an expired lease     *)
(* and on the other side (Assumed). An attempt sends its effect once,      *)
(* and more often only to another side that knows keys. Repeats come       *)
(* within the retention: only owners can be later.                         *)
(***************************************************************************)
EXTENDS Integers, Sequences, FiniteSets, TLC

CONSTANTS
  Attempts,
  Live,        \* those that never crash, give up or fail, and renew in time
  Others,      \* those with another fingerprint
  OnExpiry,    \* the choices to look at: RUN_AGAIN, REJECT, RECOVER, HOLD
  Downstreams, \* the other sides to look at: "keys" knows the key handed on, "fences" refuses a fence older than one it has seen, "nothing"
  Lease,
  Faults,      \* lost and late messages, crashes, actions that fail, in all
  Without      \* rules that are removed

Rules == {
  "assumed",       \* the other side does what the choice needs
  "conditional",   \* a completion names the owner and the fence
  "rows counted",  \* a completion that changed nothing is not answered as one that did
  "twice is one",  \* a completion that its owner repeats is answered as the first
  "no late store", \* a completion never makes a record
  "no late beat",  \* a renewal never makes a record
  "own only",      \* a waiter that gives up changes nothing
  "expiry keeps",  \* a lease that expires does not free the key
  "fences grow",   \* also after the record was gone
  "print first",   \* the fingerprint is judged before the state
  "look again",    \* a key that vanished between the failed claim and the look is claimed again
  "recheck",       \* a waiter claims again by itself, not only when it is notified
  "unsure kept",   \* a failure after which the effect may be there leaves the key in progress
  "recovery kept", \* a recovery that fails leaves the key in progress
  "sure"           \* a person frees a held key only when its attempt is known to be over
}
ASSUME Without \subseteq Rules

VARIABLES
  record,  \* the key's, in the store
  last,    \* the fence given last
  stored,  \* the outcomes that were ever stored
  user,    \* what each attempt is about
  mine,    \* the fence of its claim; 0 before
  answer,  \* what its caller was told
  late,    \* messages under way that nobody waits for
  effects, \* at the other side, in their order
  seen,    \* the greatest fence there
  faults,
  expiry, downstream \* chosen at the beginning

vars == <<record, last, stored, user, mine, answer, late, effects, seen, faults, expiry, downstream>>
Rule(name) == name \notin Without
Max(a, b) == IF a > b THEN a ELSE b
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults
Nobody == "nobody"
Absent == [state |-> "absent", owner |-> Nobody, fence |-> 0, left |-> 0, other |-> FALSE, again |-> FALSE]
Done == {"completed", "rejected"}
Running == record.state = "running"
Expired == Running /\ record.left = 0
Outcome(r) == [kind |-> r.state, owner |-> r.owner, fence |-> r.fence]
None == [kind |-> "none"]

Assumed ==
  CASE expiry = "RUN_AGAIN" -> downstream = "keys"
    [] expiry = "RECOVER" -> downstream \in {"keys", "fences"}
    [] OTHER -> downstream = "nothing" \* whatever it does, nothing of it is needed

Init ==
  /\ record = Absent /\ last = 0 /\ stored = {}
  /\ user = [a \in Attempts |-> "out"]
  /\ mine = [a \in Attempts |-> 0]
  /\ answer = [a \in Attempts |-> None]
  /\ late = {} /\ effects = <<>> /\ seen = 0 /\ faults = Faults
  /\ expiry \in OnExpiry /\ downstream \in Downstreams
  /\ Rule("assumed") => Assumed

(************************************ store *******************************************)

Message(a, what) == [what |-> what, from |-> a, fence |-> mine[a]]
Named(m) == Running /\ record.owner = m.from /\ record.fence = m.fence
Made(m, state, fence, again) ==
  [state |-> state, owner |-> m.from, fence |-> fence, left |-> IF state = "running" THEN Lease ELSE 0,
   other |-> m.from \in Others, again |-> again]

\* claim: takes a key that is absent, or whose lease has expired if the choice lets it; repeated by its owner, it is one.
Claimed(m) ==
  IF record.state = "absent" THEN Made(m, "running", IF Rule("fences grow") THEN last + 1 ELSE 1, FALSE)
  ELSE IF Running /\ record.owner = m.from THEN [record EXCEPT !.left = Lease]
  ELSE IF Rule("print first") /\ record.other # (m.from \in Others) THEN record
  ELSE IF Expired /\ expiry \in {"RUN_AGAIN", "RECOVER"} THEN Made(m, "running", last + 1, TRUE)
  ELSE IF Expired /\ expiry = "REJECT" THEN [record EXCEPT !.state = "rejected", !.owner = Nobody]
  ELSE record

\* complete, reject
Settled(m, state) ==
  IF Named(m) \/ (~Rule("conditional") /\ record.state # "absent") \/ (~Rule("no late store") /\ record.state = "absent")
  THEN Made(m, state, m.fence, FALSE)
  ELSE record

Renewed(m) ==
  IF Named(m) THEN [record EXCEPT !.left = Lease]
  ELSE IF ~Rule("no late beat") /\ record.state = "absent" THEN Made(m, "running", m.fence, FALSE)
  ELSE record

After(m) ==
  CASE m.what = "claim" -> Claimed(m)
    [] m.what = "complete" -> Settled(m, "completed")
    [] m.what = "reject" -> Settled(m, "rejected")
    [] m.what = "release" -> IF Named(m) THEN Absent ELSE record
    [] m.what = "renew" -> Renewed(m)

Write(r) ==
  /\ record' = r
  /\ last' = Max(last, r.fence)
  /\ stored' = IF r.state \in Done THEN stored \cup {Outcome(r)} ELSE stored

(******************************** the other side **************************************)

\* An effect is asked for.
Accepted(m) == downstream = "fences" => m.fence >= seen
Take(m) ==
  /\ effects' = IF Accepted(m) /\ (downstream = "keys" => effects = <<>>) THEN Append(effects, m) ELSE effects
  /\ seen' = Max(seen, m.fence)

(*********************************** attempts *****************************************)

Owning == {"asking", "working", "complete", "reject", "release"}
End(a, what) == user' = [user EXCEPT ![a] = "over"] /\ answer' = [answer EXCEPT ![a] = what]
Go(a, where) == user' = [user EXCEPT ![a] = where] /\ UNCHANGED answer

Begin(a) ==
  /\ user[a] = "out" /\ Go(a, "claim")
  /\ UNCHANGED <<record, last, stored, mine, late, effects, seen>> /\ NoFault

\* What the store answers.
Told(a, m) ==
  IF m.what = "claim"
  THEN IF record'.state = "running" /\ record'.owner = a
       THEN /\ Go(a, IF record'.again /\ expiry = "RECOVER" THEN "asking" ELSE "working")
            /\ mine' = [mine EXCEPT ![a] = record'.fence]
       ELSE Go(a, "looking") /\ UNCHANGED mine
  ELSE /\ UNCHANGED mine
       /\ IF m.what = "release" THEN End(a, [kind |-> "failed"])
          ELSE IF /\ record'.state \in Done /\ record'.owner = a /\ record'.fence = m.fence
                  /\ Rule("twice is one") \/ Running
          THEN End(a, [kind |-> "executed", outcome |-> Outcome(record')])
          ELSE IF ~Rule("rows counted")
          THEN End(a, [kind |-> "executed", outcome |-> Outcome(Made(m, "completed", m.fence, FALSE))])
          ELSE End(a, [kind |-> "lost"])

\* A statement or script: it is answered; or carried out, and the answer is lost; or under way for long. Then it is repeated.
Send(a) ==
  LET m == Message(a, user[a]) IN
  /\ user[a] \in {"claim", "complete", "reject", "release"}
  /\ Write(After(m)) /\ Told(a, m)
  /\ UNCHANGED <<late, effects, seen>> /\ NoFault

SendInVain(a) ==
  LET m == Message(a, user[a]) IN
  /\ user[a] \in {"claim", "complete", "reject", "release"} /\ Fault
  /\ \/ Write(After(m)) /\ UNCHANGED late
     \/ late' = late \cup {m} /\ UNCHANGED <<record, last, stored>>
  /\ UNCHANGED <<user, mine, answer, effects, seen>>

\* The claim took nothing: what is there?
Look(a) ==
  /\ user[a] = "looking"
  /\ IF record.state = "absent" THEN Go(a, IF Rule("look again") THEN "claim" ELSE "working")
     ELSE IF record.other # (a \in Others) THEN End(a, [kind |-> "mismatch"])
     ELSE IF record.state \in Done THEN End(a, [kind |-> "replayed", outcome |-> Outcome(record)])
     ELSE Go(a, "waiting")
  /\ UNCHANGED <<record, last, stored, mine, late, effects, seen>> /\ NoFault

Recheck(a) ==
  /\ user[a] = "waiting" /\ (Rule("recheck") \/ ~Running)
  /\ Go(a, "claim")
  /\ UNCHANGED <<record, last, stored, mine, late, effects, seen>> /\ NoFault

\* The wait is over: in flight, or, of a held key, unknown.
GiveUp(a) ==
  /\ user[a] = "waiting" /\ a \notin Live
  /\ End(a, [kind |-> "in flight"])
  /\ Write(IF Rule("own only") \/ ~Running THEN record ELSE Absent)
  /\ UNCHANGED <<mine, late, effects, seen>> /\ NoFault

\* The recovery function asks whether the effect is there. With the new fence: who refuses older ones refuses the predecessor's from now on.
Ask(a) ==
  /\ user[a] = "asking"
  /\ IF downstream = "fences" /\ mine[a] < seen THEN End(a, [kind |-> "lost"])
     ELSE Go(a, IF effects = <<>> THEN "working" ELSE "complete")
  /\ seen' = IF downstream = "fences" THEN Max(seen, mine[a]) ELSE seen
  /\ UNCHANGED <<record, last, stored, mine, late, effects>> /\ NoFault

AskInVain(a) ==
  /\ user[a] = "asking" /\ a \notin Live /\ Fault
  /\ IF Rule("recovery kept") THEN End(a, [kind |-> "failed"]) ELSE Go(a, "release")
  /\ UNCHANGED <<record, last, stored, mine, late, effects, seen>>

\* The action.
Work(a) ==
  LET m == Message(a, "effect") IN
  /\ user[a] = "working" /\ Take(m)
  /\ IF Accepted(m) THEN Go(a, "complete") ELSE End(a, [kind |-> "lost"])
  /\ UNCHANGED <<record, last, stored, mine, late>> /\ NoFault

\* It fails before its effect: the policy frees the key, or stores the failure. Or nobody knows whether the effect is there.
Fail(a) ==
  LET m == Message(a, "effect") IN
  /\ user[a] = "working" /\ a \notin Live /\ Fault
  /\ \/ /\ \/ Go(a, "release")
           \/ Go(a, "reject")
        /\ UNCHANGED <<late, effects, seen>>
     \/ /\ IF Rule("unsure kept") THEN End(a, [kind |-> "failed"]) ELSE Go(a, "release")
        /\ \/ Take(m) /\ UNCHANGED late
           \/ late' = late \cup {m} /\ UNCHANGED <<effects, seen>>
  /\ UNCHANGED <<record, last, stored, mine>>

Renew(a) ==
  LET m == Message(a, "renew") IN
  /\ user[a] \in Owning
  /\ \/ After(m) # record /\ Write(After(m)) /\ UNCHANGED late /\ NoFault
     \/ late' = late \cup {m} /\ UNCHANGED <<record, last, stored>> /\ Fault
  /\ UNCHANGED <<user, mine, answer, effects, seen>>

Crash(a) ==
  /\ user[a] \notin {"out", "over", "dead"} /\ a \notin Live /\ Fault
  /\ Go(a, "dead")
  /\ UNCHANGED <<record, last, stored, mine, late, effects, seen>>

LateArrives(m) ==
  /\ m \in late /\ late' = late \ {m}
  /\ IF m.what = "effect" THEN Take(m) /\ UNCHANGED <<record, last, stored>>
     ELSE Write(After(m)) /\ UNCHANGED <<effects, seen>>
  /\ UNCHANGED <<user, mine, answer>> /\ NoFault

(***************************** time, persons, retention *******************************)

RenewsInTime == record.owner \in Live /\ user[record.owner] \in Owning
Tick ==
  /\ Running /\ record.left > 0 /\ (record.left = 1 => ~RenewsInTime)
  /\ Write(IF record.left = 1 /\ ~Rule("expiry keeps") THEN Absent ELSE [record EXCEPT !.left = @ - 1])
  /\ UNCHANGED <<user, mine, answer, late, effects, seen>> /\ NoFault

\* A person looks at the other side.
Resolve ==
  /\ expiry = "HOLD" /\ Expired
  /\ Rule("sure") => user[record.owner] \in {"over", "dead"} /\ \A m \in late : m.what # "effect"
  /\ Write(IF effects = <<>> THEN Absent ELSE [record EXCEPT !.state = "completed"])
  /\ UNCHANGED <<user, mine, answer, late, effects, seen>> /\ NoFault

\* Retention, of held records too: it is longer than any repeat.
Drop ==
  /\ record.state \in Done \/ (expiry = "HOLD" /\ Expired)
  /\ \A a \in Attempts :
       /\ user[a] \notin {"out", "claim", "looking", "waiting"}
       /\ record.state \in Done /\ record.owner = a => user[a] \notin {"complete", "reject"}
  /\ \A m \in late : m.what # "claim"
  /\ Write(Absent)
  /\ UNCHANGED <<user, mine, answer, late, effects, seen>> /\ NoFault

Progress(a) == Begin(a) \/ Send(a) \/ Look(a) \/ Recheck(a) \/ Ask(a) \/ Work(a)
Next ==
  /\ \/ \E a \in Attempts : Progress(a) \/ SendInVain(a) \/ GiveUp(a) \/ AskInVain(a) \/ Fail(a) \/ Renew(a) \/ Crash(a)
     \/ \E m \in late : LateArrives(m)
     \/ Tick \/ Resolve \/ Drop
  /\ UNCHANGED <<expiry, downstream>>

Spec == Init /\ [][Next]_vars
Choice == UNCHANGED <<expiry, downstream>>
FairSpec ==
  /\ Spec /\ WF_vars(Tick /\ Choice) /\ WF_vars(Resolve /\ Choice) /\ WF_vars((\E m \in late : LateArrives(m)) /\ Choice)
  /\ \A a \in Attempts : WF_vars(Progress(a) /\ Choice)

(********************************** properties ****************************************)

Answered(a) == answer[a].kind \in {"executed", "replayed"}
AtMostOne == Len(effects) <= 1
OneOutcome == \A a, b \in Attempts : Answered(a) /\ Answered(b) => answer[a].outcome = answer[b].outcome
EffectThere == \A a \in Attempts : Answered(a) /\ answer[a].outcome.kind = "completed" => effects # <<>>
AnsweredIsRecorded ==
  \A a \in Attempts :
    /\ Answered(a) => answer[a].outcome \in stored
    /\ answer[a].kind = "lost" => \A outcome \in stored : outcome.owner # a \/ outcome.fence # mine[a]
MismatchNeverRuns ==
  \A i \in 1..Len(effects) : answer[effects[i].from].kind # "mismatch"
\* Of a side that checks fences, without a recovery: the effect that stands is the one whose outcome is stored.
Standing == record.state = "completed" => effects[Len(effects)].fence = record.fence

OutcomeStays == [][record.state \in Done => record' = record \/ record'.state = "absent"]_vars
NothingReturns == [][record.state = "absent" /\ record'.state # "absent" => record'.fence > last]_vars
SamePrint == [][record.state # "absent" /\ record'.state # "absent" => record'.other = record.other]_vars

Served == \A a \in Live : <>Answered(a)

Alike == Permutations(Attempts)
=============================================================================
