package io.lockkeeper.websale.shop;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.server.ResponseStatusException;

/**
 * Refuses requests to any other name than this machine's. The owner of a web site can have its name resolve to 127.0.0.1: its pages
 * would then be of the same origin.
 */
@ControllerAdvice
public final class LocalRequests {

    /** For Spring. */
    public LocalRequests() {}

    @ModelAttribute
    void check(@RequestHeader("Host") String host) {
        if (!host.matches("(127\\.0\\.0\\.1|localhost)(:\\d+)?")) {
            throw new ResponseStatusException(HttpStatus.FORBIDDEN);
        }
    }
}
