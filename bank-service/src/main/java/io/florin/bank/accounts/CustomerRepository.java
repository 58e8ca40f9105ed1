package io.florin.bank.accounts;

import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.springframework.data.domain.Limit;
import org.springframework.data.jpa.repository.JpaRepository;
import org.springframework.data.jpa.repository.Query;

interface CustomerRepository extends JpaRepository<Customer, UUID> {

    /// In the order in which they were added, behind this one.
    @Query("select c from Customer c where c.createdAt > :at or (c.createdAt = :at and c.id > :id) "
            + "order by c.createdAt, c.id")
    List<Customer> behind(Instant at, UUID id, Limit limit);
}
