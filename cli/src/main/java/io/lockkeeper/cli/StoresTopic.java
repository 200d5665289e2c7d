package io.lockkeeper.cli;

/** {@code help stores}: how the address of each store is written. A test compares the options with those that stores know. */
final class StoresTopic {
    static final String NAME = "stores";

    static final String TEXT = """
            The store that keeps the locks is named by --store URL, $LOCKKEEPER_STORE or a file of
            defaults. Options follow ? as NAME=VALUE and are separated by &, such as
            rediss://ann@redis.example/2?timeout=5s&password-file=/etc/app/password

            TIME is a number with a unit, such as 500ms, 2s, 10m or 1h. Special characters in user,
            password and values need %-encoding, such as %40 for @.

            file:DIR   a folder of this machine
              shared=true         the folder's group may use it, too
              mode=0770           the folder's permissions, in octal

            redis://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]   port 6379; rediss:// with TLS
              timeout=TIME        for a connection and each reply (2s)
              prefix=TEXT         what all keys begin with
              claim-time=TIME     for a waiter that was granted the lock to take it (2s)
              retention=TIME      how long a free lock keeps its last token (1m)
              sockets=N           connections for threads that wait for replies themselves (32)
              rediss: verify=full|ca|none, cacert=FILE

            etcd://[USER:PASSWORD@]HOST[:PORT][,HOST...]   port 2379; etcds:// with TLS
              timeout=TIME        for each answer (5s)
              ttl=TIME            of the session, in whole seconds (30s)
              prefix=TEXT         what all keys begin with
              etcds: cacert=FILE, cert=FILE and key=FILE

            zk://[USER:PASSWORD@]HOST[:PORT][,HOST...][/PATH]   port 2181; zks:// with TLS
              timeout=TIME        for the first connection and each answer (10s)
              session=TIME        of the session (30s)
              acl=open|creator|LIST   who may use the locks; LIST as in ZooKeeper's shell
              zks: cacert=FILE, cert=FILE

            memcached://[USER:PASSWORD@]HOST[:PORT]   port 11211; memcacheds:// with TLS
              timeout=TIME        for a connection and each reply (2s)
              prefix=TEXT         what all keys begin with
              memcacheds: verify=full|ca, cacert=FILE

            jdbc:postgresql://HOST[:PORT]/DATABASE?user=USER&password=PASSWORD
            jdbc:mariadb://HOST[:PORT]/DATABASE?...   jdbc:mysql://...   jdbc:h2:FILE;USER=...;PASSWORD=...
              The options are the driver's, such as sslmode=verify-full&sslrootcert=FILE
              (PostgreSQL) or sslMode=verify-full&serverSslCert=FILE (MariaDB), and
              lockkeeper.timeout=TIME         for each answer and a connection (5s)
              lockkeeper.schema=NAME          of the tables
              lockkeeper.table-prefix=NAME    what their names begin with (lockkeeper_)
              lockkeeper.create-tables=yes|no whether to create missing tables (yes)
              lockkeeper.claim-time=TIME      for a waiter that was granted the lock to take it (2s)
              lockkeeper.retention=TIME       how long a free lock keeps its row (10m)
              lockkeeper.connections=N        at most (8)
              lockkeeper.password-file=FILE   see below

            memory:NAME   locks within one process; `run` and `hold` refuse it

            TLS: verify=full (the default) checks the server's certificate and host name, ca the
            certificate only, none nothing. cacert is a PEM file with the authorities that are
            trusted instead of Java's. cert and key are the client's own certificate and its key; for
            ZooKeeper, cert contains both.

            Password file: password-file=FILE (for jdbc: lockkeeper.password-file=FILE) instead of a
            password, with an absolute path. The user stays in the URL: redis://ann@HOST?...,
            jdbc:...?user=ann&... The file has one line of UTF-8, whose end of line is dropped.
            Others should not be able to read it (mode 0600 or 0640). `run`, `elect` and `hold` do
            not read it from standard input. COMMAND's LOCKKEEPER_STORE contains the user and the
            name of the file, so that lockkeeper within COMMAND reaches the store.
            """;

    private StoresTopic() {}
}
