package io.lockkeeper.etcd;

/**
 * Where a member of the cluster listens.
 *
 * @param host a name or an address, without the brackets of IPv6
 * @param port its port
 */
record Endpoint(String host, int port) {

    static final int DEFAULT_PORT = 2379;

    /**
     * Reads {@code host}, {@code host:port} or {@code [address]:port}.
     *
     * @throws IllegalArgumentException saying, as the end of a sentence, what is wrong with it
     */
    static Endpoint parse(String text) {
        int bracket = text.lastIndexOf(']');
        int colon = text.indexOf(':', Math.max(0, bracket));
        String host = colon < 0 ? text : text.substring(0, colon);
        if (text.startsWith("[") && host.length() > 2 && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        }
        if (!host.matches("[\\p{Alnum}._:%-]+")) {
            throw new IllegalArgumentException("has an endpoint that names no host");
        }
        if (colon < 0) {
            return new Endpoint(host, DEFAULT_PORT);
        }
        String port = text.substring(colon + 1);
        if (!port.matches("\\d{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("has an endpoint whose port is not a number from 0 to 65535");
        }
        return new Endpoint(host, Integer.parseInt(port));
    }

    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
