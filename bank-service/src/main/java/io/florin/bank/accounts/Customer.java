package io.florin.bank.accounts;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A customer as the bank knows it.
@Entity
class Customer {

    @Id
    private UUID id;

    private String kind;
    private String fullName;
    private String birthDate;
    private String country;
    private String documentType;
    private String documentNumber;
    private @Nullable String documentExpiry;
    private Instant createdAt;

    @SuppressWarnings("NullAway.Init")
    Customer() {}

    Customer(UUID id, CustomerForm form, Instant createdAt) {
        this.id = id;
        this.kind = form.kind();
        this.fullName = form.fullName();
        this.birthDate = form.birthDate();
        this.country = form.country();
        this.documentType = form.documentType();
        this.documentNumber = form.documentNumber();
        this.documentExpiry = form.documentExpiry();
        this.createdAt = createdAt;
    }

    UUID id() {
        return id;
    }

    CustomerForm form() {
        return new CustomerForm(kind, fullName, birthDate, country, documentType, documentNumber, documentExpiry);
    }

    Instant createdAt() {
        return createdAt;
    }
}
