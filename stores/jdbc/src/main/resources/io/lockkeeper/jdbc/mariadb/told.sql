-- Deletes what a client was told. The rows are found by their numbers, one by one: a scan would wait for what others send.
DELETE mail FROM ${mail} AS mail FORCE INDEX (PRIMARY) WHERE id IN (${list})
