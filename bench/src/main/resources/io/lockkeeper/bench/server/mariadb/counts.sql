-- What all sessions sent and received, without the harness's own. Questions are the statements that clients sent, failed
-- ones included; pings and the preparation of statements are none.
SELECT
  SUM(IF(every.variable_name = 'QUESTIONS', every.variable_value - own.variable_value, 0)) AS statements,
  SUM(IF(every.variable_name LIKE 'BYTES%', every.variable_value - own.variable_value, 0)) AS bytes
FROM information_schema.global_status every JOIN information_schema.session_status own USING (variable_name)
WHERE variable_name IN ('QUESTIONS', 'BYTES_RECEIVED', 'BYTES_SENT');
