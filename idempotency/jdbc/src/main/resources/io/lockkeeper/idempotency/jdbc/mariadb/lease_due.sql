-- A lease to renew, among others. With a length, the cast would fill the key up with zeros, and no row would match.
SELECT CAST(? AS BINARY) AS scope, CAST(? AS BINARY) AS id, ? AS owner, CAST(? AS SIGNED) AS token, CAST(? AS SIGNED) AS lease, CAST(? AS SIGNED) AS abandoned
