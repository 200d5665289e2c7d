package io.lockkeeper.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.lockkeeper.PlainText;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What messages show of addresses, and what a command that works under a lock is given of them. */
class ShownAddressTest {

    private static final String SECRET = "S3CRET";

    /** In each place in which a store or a driver takes a password, or a user may think that it does. */
    private static final List<String> FORMS = List.of(
            "redis://app:%s@host:6379/0",
            "redis://:%s@host",
            "redis://%s@host",
            "rediss://app:%s@host/0?verify=ca",
            "redis:app:%s@host",
            "redis:/app:%s@host",
            "etcd://app:%s@a:2379,b:2379",
            "etcds://app:%s@[::1]:2379?ttl=30s",
            "memcached://app:%s@host",
            "memcacheds://app:%s@host:11211/",
            "zk://app:%s@a:2181,b:2181/locks",
            "zk://a,b/locks?acl=digest:app:%s:cdrwa",
            "zk://a,b/locks?session=9s&acl=digest:app:%s:cdrwa,world:anyone:r",
            "file://app:%s@host/locks",
            "own://app:%s@host/locks",
            "own:%s",
            "own:app:%s@host",
            "jdbc:postgresql://host:5432,other/shop?user=app&password=%s",
            "jdbc:postgresql://host/shop?password=%s&ssl=true",
            "jdbc:postgresql://host/shop?sslpassword=%s",
            "jdbc:postgresql://app:%s@host/shop",
            "jdbc:postgresql:app:%s@host",
            "jdbc:mariadb:app:%s@host",
            "jdbc:mariadb://app:%s@host/shop",
            "jdbc:mariadb:replication://address=(host=a)(port=1)(password=%s),b/shop?user=app",
            "jdbc:mariadb://host/shop?user=app&password=%s&lockkeeper.timeout=1s",
            "jdbc:mysql://app:%s@host",
            "jdbc:mysql://app:%s@a:1,app:%s@b:2/shop",
            "jdbc:mysql:loadbalance://app:%s@a,b/shop",
            "jdbc:mysql:replication://address=(host=a)(user=app)(password=%s)/shop",
            "jdbc:mysql://(host=a,port=1,user=app,password=%s),(host=b)/shop",
            "jdbc:mysql://app:%s@[a,b]/shop",
            "jdbc:mysql+srv://app:%s@host/shop",
            "jdbc:h2:tcp://host/~/shop;USER=sa;PASSWORD=%s;MODE=MySQL",
            "jdbc:h2:mem:shop;PASSWORD=%s?lockkeeper.timeout=1s",
            "jdbc:h2:file:./shop;INIT=CREATE USER a PASSWORD '%s'",
            "jdbc:h2:tcp://app:%s@host/shop",
            "jdbc:oracle:thin:app/%s@host:1521/shop",
            "jdbc:sqlserver://host:1433;databaseName=shop;user=app;password=%s",
            "jdbc:app:%s@host",
            "app:%s@host",
            "//app:%s@host",
            "%s",
            "");

    /** As a whole and on both sides of each character that means something in an address. */
    private static final List<String> PASSWORDS = List.of(
            "%s",
            "%s@%s",
            "%s:%s",
            "%s/%s",
            "%s?%s",
            "%s#%s",
            "%s;%s",
            "%s&%s",
            "%s=%s",
            "%s,%s",
            "%s(%s",
            "%s)%s",
            "[%s]",
            "%s)(x=%s",
            "%s %s",
            "%s\n%s",
            "%s\\%s",
            "%s%%40%s",
            "%s'%s",
            "%s&x=%s",
            "%s;x=%s",
            "%s?x=%s",
            "%s?x=%s@%s",
            "%s//%s",
            "%s:1/%s",
            "@%s",
            ":%s",
            "/%s",
            "?%s",
            "#%s",
            ";%s",
            "&%s",
            "1234/%s",
            "1234?%s",
            "1234#%s");

    @Test
    void noPasswordIsShownWhateverItsCharacters() {
        for (String form : FORMS) {
            for (String password : PASSWORDS) {
                String url = form.replace("%s", password.replace("%s", SECRET).replace("%%", "%"));
                assertThat(StoreAddress.shown(url)).as(url).doesNotContain(SECRET);
                assertThat(StoreAddress.shown(url).codePoints()).allMatch(PlainText::isPlain);
                assertThat(ShownAddress.withoutSecrets(url)).as(url).doesNotContain(SECRET);
            }
        }
    }

    @Test
    void whatIsHarmlessIsShown() {
        shows("redis://app:pw@host:6379/0", "redis://***@host:6379/0");
        shows("redis://host", "redis://host");
        shows("REDISS://host:1/2?prefix=a:&verify=ca", "REDISS://host:1/2?prefix=a:&verify=ca");
        shows("redis://[::1]:6379", "redis://[::1]:6379");
        shows("redis://host?password=pw&timeout=1s", "redis://host?timeout=1s&***");
        shows("redis://host?timeout", "redis://host?***");
        shows("etcd://app:pw@a:1,b:2?ttl=3s", "etcd://***@a:1,b:2?ttl=3s");
        shows("memcached://app:p@w@host", "memcached://***@host");
        shows(
                "zk://app:pw@a:1,b/team/locks?session=9s&acl=creator",
                "zk://***@a:1,b/team/locks?session=9s&acl=creator");
        shows("zk://a?acl=digest:app:pw:cdrwa", "zk://a?***");
        shows("file:/srv/me@work/my%20locks?mode=0770", "file:/srv/me@work/my%20locks?mode=0770");
        shows("file:///srv/locks", "file:///srv/locks");
        shows("file:a\u202eb", "file:a\\u202eb");
        shows("memory:orders", "memory:orders");
        shows("own://app:pw@host/x", "own://***@host/x");
        shows(
                "jdbc:postgresql://a:5432,b/shop?user=app&password=pw&ssl=true",
                "jdbc:postgresql://a:5432,b/shop?user=app&ssl=true&***");
        shows("jdbc:postgresql:shop", "jdbc:postgresql:shop");
        shows("jdbc:postgresql:///shop?password=p@w", "jdbc:postgresql:///shop?***");
        shows(
                "jdbc:mariadb:replication://address=(host=a)(port=1)(password=pw),b:2/shop",
                "jdbc:mariadb:replication://address=(host=a)(port=1)(***),b:2/shop");
        shows("jdbc:mysql://u:p;a&b@host", "jdbc:mysql://***@host");
        shows("jdbc:mysql:loadbalance://u:p@a:1,b:2/shop", "jdbc:mysql:loadbalance://***@a:1,b:2/shop");
        shows("jdbc:mysql://(host=a,port=1,password=pw)/shop", "jdbc:mysql://(host=a,port=1,***)/shop");
        shows("jdbc:h2:tcp://host:9092/~/shop;USER=sa;PASSWORD=pw", "jdbc:h2:tcp://host:9092/~/shop;USER=sa;***");
        shows("jdbc:h2:mem:shop;", "jdbc:h2:mem:shop");
        shows("jdbc:h2:mem:shop;INIT=SET A\\;SET B;USER=sa", "jdbc:h2:mem:shop;USER=sa;***");
        shows("jdbc:h2:file:/srv/me@work/db;PASSWORD=pw", "jdbc:h2:file:/srv/me@work/db;***");
        shows(
                "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1?lockkeeper.timeout=1s",
                "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1?lockkeeper.timeout=1s");
    }

    @Test
    void ofAnAddressInAnotherFormOnlyTheSchemeIsShown() {
        shows("redis:app:pw@host", "redis:***");
        shows("redis://app:pw", "redis:***");
        shows("redis://host:port", "redis:***");
        shows("redis://host/locks", "redis:***");
        shows("jdbc:mariadb:u:pw@host", "jdbc:***");
        shows("jdbc:oracle:thin:u/pw@host", "jdbc:***");
        shows("jdbc:postgresql://host?password=pw", "jdbc:***");
        shows("jdbc:postgresql://host/a/b?password=pw", "jdbc:***");
        shows("jdbc:mariadb:other://host/shop?password=pw", "jdbc:***");
        shows("jdbc:h2:mem:shop;PASSWORD=p;w", "jdbc:***");
        shows("jdbc:sqlserver://host;password=pw", "jdbc:***");
        shows("pw", "***");
        shows("//u:pw@host", "***");
        shows("", "***");
    }

    @Test
    void whatOthersMaySeeNamesTheSameStore() {
        for (String[] pair : new String[][] {
            {"redis://app:pw@host:6379/3?timeout=1s", "redis://host:6379/3?timeout=1s"},
            {"redis://pw@host", "redis://host"},
            {"redis://host:6379", "redis://host:6379"},
            {"zk://a:1,b/x?acl=digest:u:pw:r&session=9s", "zk://a:1,b/x?session=9s"},
            {"jdbc:postgresql://host/x?user=app&password=p@w&ssl=true", "jdbc:postgresql://host/x?ssl=true"},
            {"jdbc:h2:tcp://host/x;USER=sa;PASSWORD=pw", "jdbc:h2:tcp://host/x"},
            {
                "jdbc:mariadb:replication://address=(host=a)(user=u)(password=pw)(port=1),b:2/shop",
                "jdbc:mariadb:replication://address=(host=a)(port=1),b:2/shop"
            },
            {"jdbc:mysql://(user=u,password=pw,host=a,password=pw,port=1)/shop", "jdbc:mysql://(host=a,port=1)/shop"},
            {"jdbc:mysql://(host=a,user=u,password=pw)/shop", "jdbc:mysql://(host=a)/shop"},
            {"jdbc:mariadb://host/x?user=app&password=pw", "jdbc:mariadb://host/x"},
            {"jdbc:mysql://a:b@host/x?sslMode=REQUIRED&User=app", "jdbc:mysql://host/x?sslMode=REQUIRED"},
            {"redis://ann@host?password-file=/etc/pw", "redis://ann@host?password-file=/etc/pw"},
            {"redis://ann:pw@host?password-file=/etc/pw", "redis://host?password-file=/etc/pw"},
            {
                "jdbc:mariadb://host/x?user=app&lockkeeper.password-file=/etc/pw",
                "jdbc:mariadb://host/x?user=app&lockkeeper.password-file=/etc/pw"
            },
            {"file:/srv/me@work/locks", "file:/srv/me@work/locks"},
            {"file:///srv/me@work/locks", "file:///srv/me@work/locks"}
        }) {
            assertThat(StoreAddress.parse(pair[0]).withoutSecrets()).isEqualTo(pair[1]);
        }
    }

    private static void shows(String url, String shown) {
        assertThat(StoreAddress.shown(url)).as(url).isEqualTo(shown);
    }
}
