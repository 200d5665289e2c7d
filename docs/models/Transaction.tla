------------------------------ MODULE Transaction ---------------------------
(***************************************************************************)
(* Idempotency in a transaction: the mark, the business writes and the     *)
(* outcome commit together. A unique index lets only one open transaction  *)
(* have the mark; who inserts it too waits for that one's end, or gives    *)
(* up. A crash and a lost connection leave the transaction to the server,  *)
(* which rolls it back, or carries out a commit that was under way.        *)
(***************************************************************************)
EXTENDS Integers, Sequences, TLC

CONSTANTS
  Attempts,
  Live,   \* those that never crash, give up or fail
  Faults, \* crashes, lost connections, actions that fail, in all
  Without \* rules that are removed

Rules == {
  "not before",    \* the mark is not committed before the work
  "mark first",    \* the mark is inserted before the work, in its transaction
  "loser looks",   \* who can't insert the mark does not run
  "look again",    \* who can't insert the mark, and can't see it in its snapshot, begins anew
  "savepoint",     \* a failure that is stored undoes the business writes
  "commit unsure"  \* a commit that is not answered is neither a success nor a failure
}
ASSUME Without \subseteq Rules

VARIABLES
  mark,   \* the key's row, as committed
  writes, \* the business writes, as committed
  user,   \* what each attempt is about
  own,    \* its open transaction: the mark and the writes that nobody sees yet
  saw,    \* whether the mark was there when the transaction began: its snapshot
  answer, \* what its caller was told
  late,   \* transactions whose client is gone; asked: after it sent the commit
  faults

vars == <<mark, writes, user, own, saw, answer, late, faults>>
Rule(name) == name \notin Without
Fault == faults > 0 /\ faults' = faults - 1
NoFault == UNCHANGED faults
NoMark == [kind |-> "absent"]
Marked(a, kind) == [kind |-> kind, by |-> a]
Closed == [mark |-> NoMark, writes |-> <<>>]

Init ==
  /\ mark = NoMark /\ writes = <<>> /\ late = {} /\ faults = Faults
  /\ user = [a \in Attempts |-> "out"]
  /\ own = [a \in Attempts |-> Closed]
  /\ saw = [a \in Attempts |-> FALSE]
  /\ answer = [a \in Attempts |-> NoMark]

Go(a, where) == user' = [user EXCEPT ![a] = where] /\ UNCHANGED answer
End(a, what) == user' = [user EXCEPT ![a] = "over"] /\ answer' = [answer EXCEPT ![a] = what]
Set(a, transaction) == own' = [own EXCEPT ![a] = transaction]
Commit(t) ==
  /\ mark' = IF t.mark = NoMark THEN mark ELSE t.mark
  /\ writes' = writes \o t.writes
Kept == UNCHANGED <<mark, writes>>

Begin(a) ==
  /\ user[a] = "out" /\ Go(a, IF Rule("mark first") THEN "inserting" ELSE "looking")
  /\ saw' = [saw EXCEPT ![a] = mark # NoMark]
  /\ Kept /\ UNCHANGED <<own, late>> /\ NoFault

\* The unique index: somebody's open transaction has the mark.
Blocked(a) == (\E b \in Attempts \ {a} : own[b].mark # NoMark) \/ (\E t \in late : t.mark # NoMark)

Insert(a) ==
  /\ user[a] = "inserting" /\ ~Blocked(a)
  /\ IF mark # NoMark
     THEN Go(a, IF Rule("loser looks") THEN "looking" ELSE "working") /\ Kept /\ UNCHANGED own
     ELSE /\ Go(a, "working")
          /\ IF Rule("not before") THEN Set(a, [Closed EXCEPT !.mark = Marked(a, "in progress")]) /\ Kept
             ELSE mark' = Marked(a, "completed") /\ UNCHANGED <<writes, own>>
  /\ UNCHANGED <<saw, late>> /\ NoFault

\* A lock timeout, or a refusal to wait at all.
GiveUp(a) ==
  /\ user[a] = "inserting" /\ Blocked(a) /\ a \notin Live
  /\ End(a, [kind |-> "in flight"])
  /\ Kept /\ UNCHANGED <<own, saw, late>> /\ NoFault

\* At READ COMMITTED the mark is seen that was in the way; above it, only one that the snapshot has.
Look(a) ==
  /\ user[a] = "looking"
  /\ \/ mark # NoMark /\ End(a, [kind |-> "replayed", outcome |-> mark])
     \/ /\ mark = NoMark \/ ~saw[a]
        /\ Go(a, IF Rule("mark first") /\ Rule("look again") THEN "out" ELSE "working")
  /\ Kept /\ UNCHANGED <<own, saw, late>> /\ NoFault

Work(a) ==
  /\ user[a] = "working"
  /\ Set(a, [own[a] EXCEPT !.writes = <<a>>])
  /\ Go(a, "storing")
  /\ Kept /\ UNCHANGED <<saw, late>> /\ NoFault

\* After its writes, the action fails: all is rolled back; or the failure is stored and commits with the mark.
Fail(a) ==
  /\ user[a] = "storing" /\ a \notin Live /\ Fault
  /\ \/ Set(a, Closed) /\ End(a, [kind |-> "failed"])
     \/ /\ Set(a, [mark |-> Marked(a, "rejected"), writes |-> IF Rule("savepoint") THEN <<>> ELSE own[a].writes])
        /\ Go(a, "committing")
  /\ Kept /\ UNCHANGED <<saw, late>>

Store(a) ==
  /\ user[a] = "storing"
  /\ Set(a, [own[a] EXCEPT !.mark = IF @ = NoMark THEN NoMark ELSE Marked(a, "completed")])
  /\ Go(a, "committing")
  /\ Kept /\ UNCHANGED <<saw, late>> /\ NoFault

CommitAnswered(a) ==
  /\ user[a] = "committing"
  /\ Commit(own[a]) /\ Set(a, Closed)
  /\ IF Rule("mark first") THEN End(a, [kind |-> "executed", outcome |-> mark']) ELSE Go(a, "marking")
  /\ UNCHANGED <<saw, late>> /\ NoFault

\* The connection is lost. The client asks again, as a repeat would.
CommitUnanswered(a) ==
  /\ user[a] = "committing" /\ Fault
  /\ late' = late \cup {[mark |-> own[a].mark, writes |-> own[a].writes, asked |-> TRUE]}
  /\ Set(a, Closed)
  /\ IF Rule("commit unsure") THEN Go(a, "out") ELSE End(a, [kind |-> "failed"])
  /\ Kept /\ UNCHANGED saw

\* Without the rule "mark first": in a transaction of its own.
MarkAfter(a) ==
  /\ user[a] = "marking" /\ mark' = Marked(a, "completed")
  /\ End(a, [kind |-> "executed", outcome |-> mark'])
  /\ UNCHANGED <<writes, own, saw, late>> /\ NoFault

Crash(a) ==
  /\ user[a] \notin {"out", "over", "dead"} /\ a \notin Live /\ Fault
  /\ late' = IF own[a] = Closed THEN late ELSE late \cup {[mark |-> own[a].mark, writes |-> own[a].writes, asked |-> FALSE]}
  /\ Set(a, Closed) /\ Go(a, "dead")
  /\ Kept /\ UNCHANGED saw

LateEnds(t) ==
  /\ t \in late /\ late' = late \ {t}
  /\ \/ t.asked /\ Commit(t)
     \/ Kept
  /\ UNCHANGED <<user, own, saw, answer>> /\ NoFault

Progress(a) ==
  Begin(a) \/ Insert(a) \/ Look(a) \/ Work(a) \/ Store(a) \/ CommitAnswered(a) \/ MarkAfter(a)
Next ==
  \/ \E a \in Attempts : Progress(a) \/ GiveUp(a) \/ Fail(a) \/ CommitUnanswered(a) \/ Crash(a)
  \/ \E t \in late : LateEnds(t)

Spec == Init /\ [][Next]_vars
FairSpec == Spec /\ WF_vars(\E t \in late : LateEnds(t)) /\ \A a \in Attempts : WF_vars(Progress(a))

Answered(a) == answer[a].kind \in {"executed", "replayed"}
AtMostOne == Len(writes) <= 1
OneOutcome == \A a \in Attempts : Answered(a) => answer[a].outcome = mark
EffectThere == \A a \in Attempts : Answered(a) /\ answer[a].outcome.kind = "completed" => writes # <<>>
Whole == \* what commits together is there together, and nobody ever sees "in progress"
  CASE mark.kind = "absent" -> writes = <<>>
    [] mark.kind = "completed" -> writes = <<mark.by>>
    [] mark.kind = "rejected" -> writes = <<>>
    [] OTHER -> FALSE
FailedIsUndone == \A a \in Attempts : answer[a].kind = "failed" => writes # <<a>>
OutcomeStays == [][mark # NoMark => mark' = mark]_vars

Served == \A a \in Live : <>Answered(a)

Alike == Permutations(Attempts)
=============================================================================
