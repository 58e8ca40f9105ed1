package io.florin.runtime.internal;

import java.net.URI;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// A node as its certificate names it: subject alternative name `florin://<network>/<role>/<id>`.
///
/// @param id from 1 on, counted within the role: party id of an ordering node, share index of an endorser; member i of
/// a list of keys in the configuration (committers, auditors) has id i + 1
public record Peer(NodeRole role, int id) {
    private static final int SAN_URI = 6;
    private static final Pattern FORM =
            Pattern.compile("florin://([a-z][a-z0-9-]{0,31})/([a-z-]{1,32})/([1-9][0-9]{0,5})");

    private static final Pattern DIRECTORY = Pattern.compile("([a-z-]{1,32})-([1-9][0-9]{0,5})");

    public Peer {
        if (id < 1) {
            throw new IllegalArgumentException("ids of nodes start at 1");
        }
    }

    /// The name in certificates of this network.
    public URI uri(String network) {
        return URI.create("florin://" + network + "/" + role.label() + "/" + id);
    }

    /// The node's directory below the network's.
    public String directoryName() {
        return role.label() + "-" + id;
    }

    /// The peer whose [#directoryName] this is.
    public static Optional<Peer> ofDirectory(String name) {
        Matcher form = DIRECTORY.matcher(name);
        return form.matches() ? of(form.group(1), form.group(2)) : Optional.empty();
    }

    /// The peer that a certificate names in this network; empty unless it names exactly one node, of this network.
    public static Optional<Peer> of(X509Certificate certificate, String network) {
        Collection<List<?>> names;
        try {
            names = certificate.getSubjectAlternativeNames();
        } catch (CertificateParsingException malformed) {
            return Optional.empty();
        }
        if (names == null) {
            return Optional.empty();
        }
        List<String> uris = names.stream()
                .filter(name -> name.get(0) instanceof Integer type && type == SAN_URI)
                .map(name -> String.valueOf(name.get(1)))
                .toList();
        return uris.size() == 1 ? parse(uris.getFirst(), network) : Optional.empty();
    }

    private static Optional<Peer> parse(String uri, String network) {
        Matcher form = FORM.matcher(uri);
        if (!form.matches() || !form.group(1).equals(network)) {
            return Optional.empty();
        }
        return of(form.group(2), form.group(3));
    }

    private static Optional<Peer> of(String label, String id) {
        for (NodeRole role : NodeRole.values()) {
            if (role.label().equals(label)) {
                return Optional.of(new Peer(role, Integer.parseInt(id)));
            }
        }
        return Optional.empty();
    }

    @Override
    public String toString() {
        return role.label() + "/" + id;
    }
}
