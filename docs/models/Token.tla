--------------------------------- MODULE Token ------------------------------
(***************************************************************************)
(* A token that the server issues serves one request. It is used up before *)
(* the work, in one atomic step. Three forms: "signed" writes nothing when *)
(* it is issued, and its use is a mark; "deleted" is a key that its use    *)
(* deletes; "counted" is a key of 1, and the use that makes it 2 counts.   *)
(***************************************************************************)
EXTENDS Naturals, Sequences, TLC

CONSTANTS
  Requests, \* that carry the token
  Forms,    \* to look at
  Faults,   \* crashes
  Without   \* rules that are removed

Rules == {
  "before work",  \* the token is used up before the work
  "atomic",       \* looking at a token and using it up are one step
  "existing",     \* only a token that is there is counted
  "judged there", \* whether a signed token is still valid is judged in the step that makes its mark
  "outlives"      \* the mark of a signed token is kept for as long as the token is valid
}
ASSUME Without \subseteq Rules

VARIABLES
  form,   \* chosen at the beginning
  valid,  \* a signed token's time is not over
  key,    \* in the store: signed: 1 once used; deleted: 1 until used; counted: 1 until used, then more
  user,   \* what each request is about
  works,  \* who did the work
  result, \* stored answers
  answer, \* what each request was told
  faults

vars == <<form, valid, key, user, works, result, answer, faults>>
Rule(name) == name \notin Without
NoFault == UNCHANGED faults
None == <<>>

Init ==
  /\ form \in Forms /\ valid = TRUE
  /\ key = IF form = "signed" THEN 0 ELSE 1
  /\ user = [r \in Requests |-> "asking"]
  /\ works = <<>> /\ result = None /\ faults = Faults
  /\ answer = [r \in Requests |-> None]

Go(r, where) == user' = [user EXCEPT ![r] = where]
End(r, what) == Go(r, "over") /\ answer' = [answer EXCEPT ![r] = what]
Steps(r, where) == Go(r, where) /\ UNCHANGED answer

\* A mark is made: the first one works.
Mark(r) == key' = 1 /\ Steps(r, IF key = 0 THEN "working" ELSE "repeating")

UseSigned(r) ==
  IF ~valid THEN End(r, <<"refused">>) /\ UNCHANGED key
  ELSE IF Rule("judged there") THEN Mark(r) ELSE Steps(r, "marking") /\ UNCHANGED key

UseDeleted(r) ==
  IF key = 0 THEN Steps(r, "repeating") /\ UNCHANGED key
  ELSE IF ~Rule("before work") THEN Steps(r, "working") /\ UNCHANGED key
  ELSE IF ~Rule("atomic") THEN Steps(r, "deleting") /\ UNCHANGED key
  ELSE Steps(r, "working") /\ key' = 0

UseCounted(r) ==
  IF key = 0 /\ Rule("existing") THEN Steps(r, "repeating") /\ UNCHANGED key
  ELSE key' = key + 1 /\ Steps(r, IF key' = 2 THEN "working" ELSE "repeating")

Use(r) ==
  /\ user[r] = "asking"
  /\ CASE form = "signed" -> UseSigned(r)
       [] form = "deleted" -> UseDeleted(r)
       [] form = "counted" -> UseCounted(r)
  /\ UNCHANGED <<form, valid, works, result>> /\ NoFault

\* The second step, where a rule is removed.
UseLater(r) ==
  /\ \/ user[r] = "marking" /\ Mark(r)
     \/ user[r] = "deleting" /\ key' = 0 /\ Steps(r, "working")
  /\ UNCHANGED <<form, valid, works, result>> /\ NoFault

Work(r) ==
  /\ user[r] = "working"
  /\ works' = Append(works, r)
  /\ Steps(r, "storing")
  /\ UNCHANGED <<form, valid, key, result>> /\ NoFault

StoreAnswer(r) ==
  /\ user[r] = "storing"
  /\ result' = <<r>> /\ End(r, <<"answered", r>>)
  /\ key' = IF Rule("before work") THEN key ELSE 0
  /\ UNCHANGED <<form, valid, works>> /\ NoFault

\* The stored answer; or in flight, used up by a request that crashed, or expired: a new token is needed.
Repeat(r) ==
  /\ user[r] = "repeating"
  /\ End(r, IF result = None THEN <<"refused">> ELSE <<"answered", result[1]>>)
  /\ UNCHANGED <<form, valid, key, works, result>> /\ NoFault

Crash(r) ==
  /\ user[r] # "over" /\ faults > 0 /\ faults' = faults - 1
  /\ End(r, <<"crashed">>)
  /\ UNCHANGED <<form, valid, key, works, result>>

Expire ==
  /\ \/ form = "signed" /\ valid' = FALSE /\ UNCHANGED key
     \/ form = "signed" /\ (valid => ~Rule("outlives")) /\ key' = 0 /\ UNCHANGED valid
     \/ form # "signed" /\ key' = 0 /\ UNCHANGED valid
  /\ UNCHANGED <<form, user, works, result, answer>> /\ NoFault

Next ==
  \/ \E r \in Requests : Use(r) \/ UseLater(r) \/ Work(r) \/ StoreAnswer(r) \/ Repeat(r) \/ Crash(r)
  \/ Expire
Spec == Init /\ [][Next]_vars

AtMostOne == Len(works) <= 1
OneOutcome == \A r \in Requests : answer[r] # None /\ answer[r][1] = "answered" => answer[r] = <<"answered", works[1]>>

Alike == Permutations(Requests)
=============================================================================
