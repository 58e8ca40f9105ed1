package io.florin.iso20022;

import java.io.StringReader;
import javax.xml.XMLConstants;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/// Reads XML text into elements within [ReadLimits]. A document type declaration ends the reading at once, so there
/// are no entities to expand and nothing to fetch.
final class XmlText {
    private final ReadLimits limits;

    XmlText(ReadLimits limits) {
        this.limits = limits;
    }

    XmlNode read(byte[] xml) throws RefusedFile {
        if (xml.length > limits.bytesMax()) {
            throw new RefusedFile(
                    Place.FILE, Rule.FILE_TOO_LARGE, "the file has more than " + limits.bytesMax() + " bytes");
        }
        String text = Encoding.decode(xml);
        try {
            XMLStreamReader reader = factory().createXMLStreamReader(new StringReader(text));
            try {
                return elements(reader);
            } catch (XMLStreamException broken) {
                throw notWellFormed(broken);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException broken) {
            throw notWellFormed(broken);
        }
    }

    private static RefusedFile notWellFormed(XMLStreamException broken) {
        Location at = broken.getLocation();
        Place place = at == null ? Place.FILE : new Place("/", at.getLineNumber(), at.getColumnNumber());
        return new RefusedFile(place, Rule.XML_NOT_WELL_FORMED, "the file is not well-formed XML");
    }

    /// A factory for each file: the platform's own implementation, whose readers are not safe to share.
    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLConstants.ACCESS_EXTERNAL_DTD, "");
        factory.setXMLResolver((publicId, systemId, base, namespace) -> {
            throw new XMLStreamException("external entities are refused");
        });
        return factory;
    }

    private XmlNode elements(XMLStreamReader reader) throws XMLStreamException, RefusedFile {
        XmlNode root = null;
        XmlNode current = null;
        int depth = 0;
        int count = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    XmlNode node = element(reader, current);
                    if (++depth > limits.depthMax()) {
                        throw new RefusedFile(
                                node.place(), Rule.TOO_DEEP, "elements are nested deeper than " + limits.depthMax());
                    }
                    if (++count > limits.elementsMax()) {
                        throw new RefusedFile(
                                node.place(),
                                Rule.TOO_MANY_ELEMENTS,
                                "the file has more than " + limits.elementsMax() + " elements");
                    }
                    if (current == null) {
                        root = node;
                    } else {
                        current.addChild(node);
                    }
                    current = node;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    current = current == null ? null : current.parent();
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (current != null) {
                        current.addText(reader.getText());
                    }
                }
                case XMLStreamConstants.DTD ->
                    throw new RefusedFile(
                            new Place("/", line(reader), column(reader)),
                            Rule.DOCUMENT_TYPE_DECLARED,
                            "document type declarations are refused");
                case XMLStreamConstants.ENTITY_REFERENCE ->
                    throw new RefusedFile(
                            new Place("/", line(reader), column(reader)),
                            Rule.XML_NOT_WELL_FORMED,
                            "a reference to an entity that is not declared");
                default -> {
                    // comments and processing instructions say nothing
                }
            }
        }
        if (root == null) {
            throw new RefusedFile(Place.FILE, Rule.XML_NOT_WELL_FORMED, "the file has no element");
        }
        return root;
    }

    private static XmlNode element(XMLStreamReader reader, @Nullable XmlNode parent) {
        String namespace = reader.getNamespaceURI();
        XmlNode node = new XmlNode(
                namespace == null ? "" : namespace, reader.getLocalName(), parent, line(reader), column(reader));
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            if (!XMLConstants.W3C_XML_SCHEMA_INSTANCE_NS_URI.equals(reader.getAttributeNamespace(i))) {
                node.addAttribute(reader.getAttributeLocalName(i), reader.getAttributeValue(i));
            }
        }
        return node;
    }

    private static int line(XMLStreamReader reader) {
        return reader.getLocation().getLineNumber();
    }

    private static int column(XMLStreamReader reader) {
        return reader.getLocation().getColumnNumber();
    }
}
