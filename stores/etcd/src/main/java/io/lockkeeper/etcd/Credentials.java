package io.lockkeeper.etcd;

/**
 * As whom to log in.
 *
 * @param user the user's name
 * @param password its password, shown nowhere
 */
record Credentials(String user, String password) {

    /** Without the password. */
    @Override
    public String toString() {
        return user;
    }
}
