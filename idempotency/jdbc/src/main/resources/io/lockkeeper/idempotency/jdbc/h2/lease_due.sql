-- A lease to renew, among others.
SELECT CAST(? AS VARBINARY(255)) AS scope, CAST(? AS VARBINARY(255)) AS id, CAST(? AS VARCHAR(40)) AS owner, CAST(? AS BIGINT) AS token, CAST(? AS BIGINT) AS lease, CAST(? AS BIGINT) AS abandoned
