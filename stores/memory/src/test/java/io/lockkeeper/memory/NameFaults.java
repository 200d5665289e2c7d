package io.lockkeeper.memory;

import io.lockkeeper.contract.NamesPromise;
import io.lockkeeper.store.Claim;
import io.lockkeeper.store.ClaimOutcome;
import io.lockkeeper.store.Grant;
import io.lockkeeper.store.ReleaseOutcome;
import io.lockkeeper.store.Renewal;
import io.lockkeeper.store.RenewalOutcome;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;

/** Stores that take different names for the same. */
final class NameFaults {

    private NameFaults() {}

    static List<Fault> all() {
        return List.of(
                mangling("ignores case", name -> name.toLowerCase(Locale.ROOT)),
                mangling("strips names", String::strip),
                mangling("cuts names at 255 characters", name -> name.substring(0, Math.min(255, name.length()))),
                mangling("normalises Unicode", name -> Normalizer.normalize(name, Normalizer.Form.NFC)),
                mangling(
                        "knows Latin letters only",
                        name -> new String(name.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.ISO_8859_1)),
                mangling(
                        "takes names for paths", name -> name.replace("//", "/").replace("/./", "/")),
                mangling("takes braces for hash tags", name -> name.replaceAll(".*\\{([^}]+)}.*", "$1")),
                mangling("decodes names", name -> name.replace("%20", " ")),
                mangling("keeps a thousand names", name -> Integer.toString(Math.floorMod(name.hashCode(), 1_000))),
                Fault.that("refuses names without letters", NamesPromise.class, store -> new Tampered(store) {
                    @Override
                    ClaimOutcome onClaim(Claim claim) {
                        if (claim.name().chars().noneMatch(Character::isLetter)) {
                            throw new IllegalArgumentException("A name has a letter; this one: " + claim.name());
                        }
                        return super.onClaim(claim);
                    }
                }));
    }

    private static Fault mangling(String story, UnaryOperator<String> mangle) {
        return Fault.that(story, NamesPromise.class, store -> new Tampered(store) {
            @Override
            ClaimOutcome onClaim(Claim claim) {
                Claim mangled = new Claim(
                        mangle.apply(claim.name()), claim.id(), claim.holder(), claim.terms(), claim.pushSecret());
                return Grants.change(super.onClaim(mangled), grant -> Grants.withName(grant, claim.name()));
            }

            @Override
            ReleaseOutcome onRelease(Grant grant) {
                return super.onRelease(Grants.withName(grant, mangle.apply(grant.name())));
            }

            @Override
            RenewalOutcome onRenew(Collection<Renewal> renewals) {
                return super.onRenew(renewals.stream()
                        .map(renewal -> new Renewal(
                                Grants.withName(
                                        renewal.grant(),
                                        mangle.apply(renewal.grant().name())),
                                renewal.lease()))
                        .toList());
            }
        });
    }
}
