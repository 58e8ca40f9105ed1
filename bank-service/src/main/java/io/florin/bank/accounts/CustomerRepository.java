package io.florin.bank.accounts;

import java.util.List;
import java.util.UUID;
import org.springframework.data.jpa.repository.JpaRepository;

interface CustomerRepository extends JpaRepository<Customer, UUID> {

    List<Customer> findAllByOrderByCreatedAtAscIdAsc();
}
