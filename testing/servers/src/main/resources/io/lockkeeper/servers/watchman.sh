# Outlives a JVM by a moment, to kill what it started and to remove its temporary directories.
#
# Standard input is a pipe that only the JVM holds, one order a line: "+PID" watches a process, "-PID" ends that,
# "/DIR" names a directory to remove in the end. The end of input means that the JVM is gone, however it went.
trap '' HUP INT TERM
pids=' '
while IFS= read -r order; do
  case $order in
    +*)
      pids="$pids${order#+} "
      ;;
    -*)
      pid=${order#-}
      case $pids in *" $pid "*) pids="${pids%% "$pid" *} ${pids#* "$pid" }" ;; esac
      ;;
    /*)
      set -- "$@" "$order"
      ;;
  esac
done
for pid in $pids; do
  kill -s KILL "$pid"
done
rm -rf -- "$@"
