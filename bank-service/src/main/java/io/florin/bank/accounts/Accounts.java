package io.florin.bank.accounts;

import io.florin.bank.protocol.ApiProblems;
import io.florin.bank.protocol.HiddenBook;
import io.florin.bank.protocol.IdSource;
import io.florin.bank.protocol.LedgerAccess;
import io.florin.bank.protocol.WalletBook;
import io.florin.bank.protocol.WalletInfo;
import io.florin.bank.protocol.WalletInfo.State;
import io.florin.crypto.Bytes;
import io.florin.crypto.Bytes32;
import io.florin.crypto.sign.Ed25519;
import io.florin.ledger.OwnerKey;
import io.florin.ledger.config.NetworkConfiguration.Tier;
import io.florin.ledger.enrollment.HoldingShare;
import io.florin.runtime.api.ProofOfPossession;
import io.florin.runtime.http.ProblemCode;
import io.florin.runtime.http.ProblemException;
import io.florin.wallet.address.WalletAddress;
import io.florin.wallet.hidden.HiddenAccount;
import io.florin.wallet.hidden.HiddenAddress;
import io.florin.wallet.payment.PayerKeys;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Limit;
import org.springframework.transaction.annotation.Transactional;

/// Opens customers and wallets and knows them. A wallet is usable once registration has enrolled its owner key.
public class Accounts implements WalletBook, EnrollmentLoop.Book {

    private static final int KEYS_PER_QUERY = 1_000;

    private final CustomerRepository customers;
    private final WalletRepository wallets;
    private final HeldWallets held;
    private final CustodyKeys custody;
    private final HiddenBook hidden;
    private final LedgerAccess ledger;
    private final int participant;
    private final String bankName;
    private final String country;
    private final WalletNews news;
    private final InstantSource clock;
    private final IdSource ids;
    private final OpeningRules rules;
    private final ConcurrentHashMap<OwnerKey, Long> numbers = new ConcurrentHashMap<>();

    Accounts(
            CustomerRepository customers,
            WalletRepository wallets,
            HeldWallets held,
            CustodyKeys custody,
            HiddenBook hidden,
            LedgerAccess ledger,
            Bank bank,
            WalletNews news,
            InstantSource clock,
            IdSource ids) {
        this.customers = customers;
        this.wallets = wallets;
        this.held = held;
        this.custody = custody;
        this.hidden = hidden;
        this.ledger = ledger;
        this.participant = bank.participant();
        this.bankName = bank.name();
        this.country = bank.country();
        this.news = news;
        this.clock = clock;
        this.ids = ids;
        this.rules = new OpeningRules(ledger, clock);
    }

    /// Identity of this bank.
    record Bank(int participant, String name, String country) {}

    /// The wallets of this database belong to this seed: with another one the bank could not spend from them, and those
    /// it would open were lost when the right seed came back.
    ///
    /// @throws IllegalStateException when the seed is another one
    @Transactional(readOnly = true)
    public void checkSeed() {
        wallets.findById(WalletInfo.TREASURY).ifPresent(treasury -> {
            if (!treasury.address().equals(custody.address(WalletInfo.TREASURY))) {
                throw new IllegalStateException("the custody seed is not the one of this database's wallets");
            }
        });
    }

    /// The treasury wallet exists from the first start on.
    @Transactional
    public void openTreasury() {
        if (!wallets.existsById(WalletInfo.TREASURY)) {
            openCustodial(null, WalletInfo.TREASURY, new Limits(Tier.TREASURY, null));
        }
    }

    /// @throws ProblemException 422 for what registration could only refuse
    @Transactional
    public CustomerView addCustomer(CustomerForm form) {
        rules.checkCustomer(form);
        Customer customer = customers.save(new Customer(ids.get(), form, clock.instant()));
        return view(customer);
    }

    @Transactional(readOnly = true)
    public Optional<CustomerView> customer(UUID id) {
        return customers.findById(id).map(this::view);
    }

    /// Opens a wallet whose keys the bank holds.
    ///
    /// @throws ProblemException 422 when there is no such tier
    @Transactional
    public Optional<WalletView> openCustodial(UUID customer, Limits limits) {
        requireWallets();
        rules.checkTier(limits.tier());
        return customers.findById(customer).map(found -> openCustodial(found.id(), wallets.nextNumber(), limits));
    }

    private WalletView openCustodial(@Nullable UUID customer, long number, Limits limits) {
        return save(customer, number, true, custody.address(number), limits, proof(number));
    }

    /// Limits asked for when a wallet is opened.
    ///
    /// @param share ten thousandths of the tier's holding limit; null for what the customer's other wallets leave
    public record Limits(int tier, @Nullable Integer share) {}

    /// Proof that the bank has the keys of a custodial wallet.
    public Bytes proof(long number) {
        WalletAddress address = custody.address(number);
        byte[] message = ProofOfPossession.message(
                ledger.network(), address.owner(), address.noteKey(), participant, reference(number));
        return custody.payer(number).sign(message);
    }

    /// Reserves a wallet number for a self-held wallet: the holder signs a proof over its reference.
    @Transactional
    public long nextNumber() {
        requireWallets();
        return wallets.nextNumber();
    }

    /// Opens a wallet whose keys the customer holds.
    ///
    /// @return empty when there is no such customer
    /// @throws IllegalArgumentException when the proof of possession is wrong, the number was not handed out, the key
    /// is
    ///     taken, or no note can be sealed to the note key
    @Transactional
    public Optional<WalletView> openSelfHeld(
            UUID customer, long number, OwnerKey owner, Bytes32 noteKey, Bytes proof, Limits limits) {
        requireWallets();
        rules.checkTier(limits.tier());
        byte[] message = ProofOfPossession.message(ledger.network(), owner, noteKey, participant, reference(number));
        if (!Ed25519.verify(owner.value(), message, proof.toArray())) {
            throw new IllegalArgumentException("the proof of possession does not verify");
        }
        if (number > wallets.lastNumber()) {
            throw new IllegalArgumentException("the wallet's number was not handed out");
        }
        WalletAddress address = new WalletAddress(owner, noteKey);
        if (!address.takesNotes()) {
            throw new IllegalArgumentException("no note can be sealed to the note key");
        }
        if (wallets.existsById(number)
                || wallets.findByOwnerKey(owner.value().toArray()).isPresent()) {
            throw new IllegalArgumentException("the wallet or its key exists already");
        }
        return customers.findById(customer).map(found -> save(found.id(), number, false, address, limits, proof));
    }

    private WalletView save(
            @Nullable UUID customer,
            long number,
            boolean custodial,
            WalletAddress address,
            Limits limits,
            Bytes proof) {
        String iban = IbanIssuer.iban(participant, number);
        Wallet wallet = wallets.save(
                new Wallet(number, customer, iban, custodial, address, limits.tier(), proof.toArray(), clock.instant())
                        .asking(limits.share()));
        news.tell();
        return walletView(wallet);
    }

    /// A bank without a treasury may be one that has lost its database: it would give numbers, and with them keys, that
    /// are somebody else's.
    private void requireWallets() {
        if (!wallets.existsById(WalletInfo.TREASURY)) {
            throw new ProblemException(ProblemCode.UNAVAILABLE, "the bank's wallets are not known yet");
        }
    }

    /// The bank's reference of an enrollment, as registration is told it.
    public static String reference(long number) {
        return "wallet-" + number;
    }

    /// A part of the list of customers.
    ///
    /// @param next where the next one begins, empty on the last
    public record CustomerPage(List<CustomerView> customers, Optional<CustomerCursor> next) {}

    /// Customers in the order in which they were added.
    @Transactional(readOnly = true)
    public CustomerPage customers(CustomerCursor from, int limit) {
        List<Customer> found = customers.behind(from.createdAt(), from.id(), Limit.of(limit + 1));
        List<Customer> page = found.subList(0, Math.min(limit, found.size()));
        Optional<CustomerCursor> next = found.size() <= limit
                ? Optional.empty()
                : Optional.of(new CustomerCursor(
                        page.getLast().createdAt(), page.getLast().id()));
        return new CustomerPage(views(page), next);
    }

    /// Customers with these ids, in this order.
    @Transactional(readOnly = true)
    public List<CustomerView> customers(List<UUID> ids) {
        List<Customer> found = new ArrayList<>(customers.findAllById(ids));
        found.sort(Comparator.comparingInt(customer -> ids.indexOf(customer.id())));
        return views(found);
    }

    private List<CustomerView> views(List<Customer> page) {
        Map<UUID, List<WalletView>> owned = new HashMap<>();
        for (Wallet wallet : wallets.findByCustomerIdInOrderByNumber(
                page.stream().map(Customer::id).toList())) {
            owned.computeIfAbsent(Objects.requireNonNull(wallet.customerId()), _ -> new ArrayList<>())
                    .add(walletView(wallet));
        }
        return page.stream()
                .map(customer -> view(customer, owned.getOrDefault(customer.id(), List.of())))
                .toList();
    }

    @Transactional(readOnly = true)
    public Optional<WalletView> walletView(long number) {
        return wallets.findById(number).map(this::walletView);
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<WalletInfo> wallet(long number) {
        return wallets.heldByNumber(number).map(this::info);
    }

    @Override
    public Map<Long, WalletInfo> wallets(Collection<Long> numbers) {
        Map<Long, WalletInfo> found = new HashMap<>();
        held.byNumbers(numbers).forEach(wallet -> found.put(wallet.number(), wallet));
        return found;
    }

    @Override
    @Transactional(readOnly = true)
    public Optional<WalletInfo> byIban(String iban) {
        return wallets.findByIban(iban).map(this::info);
    }

    @Override
    public Map<String, WalletInfo> byIbans(Collection<String> ibans) {
        Map<String, WalletInfo> found = new HashMap<>();
        held.byIbans(ibans).forEach(wallet -> found.put(wallet.iban(), wallet));
        return found;
    }

    /// Known numbers are remembered: a wallet's key never changes.
    @Override
    public Map<OwnerKey, Long> numbersOf(Collection<OwnerKey> owners) {
        Map<OwnerKey, Long> found = new HashMap<>();
        List<byte[]> unknown = new ArrayList<>();
        for (OwnerKey owner : owners) {
            Long number = numbers.get(owner);
            if (number == null) {
                unknown.add(owner.value().toArray());
            } else {
                found.put(owner, number);
            }
        }
        for (int from = 0; from < unknown.size(); from += KEYS_PER_QUERY) {
            List<byte[]> part = unknown.subList(from, Math.min(from + KEYS_PER_QUERY, unknown.size()));
            Map<OwnerKey, Long> own = held.numbersOf(part);
            found.putAll(own);
            numbers.putAll(own);
        }
        return found;
    }

    @Override
    public PayerKeys keys(WalletInfo wallet) {
        if (!wallet.custodial()) {
            throw new IllegalArgumentException("wallet " + wallet.number() + " holds its own keys");
        }
        return custody.payer(wallet.number());
    }

    @Override
    public List<Wallet> openingAfter(long number, int limit) {
        return wallets.findByStateInAndNumberGreaterThanOrderByNumber(List.of(State.OPENING), number, Limit.of(limit));
    }

    @Override
    public List<Wallet> unexplainedAfter(long number, int limit) {
        return wallets.findByUnexplainedTrueAndNumberGreaterThanOrderByNumber(number, Limit.of(limit));
    }

    @Override
    public CustomerForm formOf(Wallet wallet) {
        UUID customer = wallet.customerId();
        return customer == null
                ? new CustomerForm("BUSINESS", bankName, "", country, "BANK", "bank-" + participant, null)
                : customers.findById(customer).map(Customer::form).orElseThrow();
    }

    @Override
    @Transactional
    public void enrolled(long number, State state, String enrollmentId, String reason) {
        wallets.locked(number).orElseThrow().enrolled(state, enrollmentId, reason);
    }

    @Override
    @Transactional
    public void explained(long number, State state, String reason) {
        wallets.locked(number).orElseThrow().explained(state, reason);
    }

    @Override
    @Transactional
    public void shared(long number, HoldingShare share) {
        wallets.findById(number).orElseThrow().hasShare(share);
    }

    @Override
    @Transactional
    public void notTaken(long number, String reason) {
        wallets.findById(number).orElseThrow().notTaken(reason);
    }

    @Override
    @Transactional
    public void untaken(long number, Instant since, boolean failed) {
        wallets.findById(number).orElseThrow().untaken(since, failed);
    }

    @Override
    @Transactional
    public void taken(long number) {
        wallets.findById(number).orElseThrow().taken();
    }

    private WalletInfo info(WalletRepository.Held held) {
        return info(held.wallet(), held.holder() == null ? nameOfNobody(held.wallet()) : held.holder());
    }

    private WalletInfo info(Wallet wallet) {
        return info(
                wallet,
                wallet.lacksHolder() ? nameOfNobody(wallet) : formOf(wallet).fullName());
    }

    private String nameOfNobody(Wallet wallet) {
        return wallet.lacksHolder() ? HeldWallets.UNKNOWN_HOLDER : bankName;
    }

    private WalletInfo info(Wallet wallet, String holder) {
        Optional<HiddenAddress> address = wallet.custodial()
                ? hidden.account(wallet.number()).map(HiddenAccount::address)
                : hidden.holder(wallet.number())
                        .map(eid -> new HiddenAddress(eid, wallet.address().noteKey()));
        return wallet.info(holder, address.orElse(null));
    }

    /// Wallets of nobody knows whom, in the order of their numbers: of a bank that lost its database.
    @Transactional(readOnly = true)
    public List<WalletView> withoutHolder(long after, int limit) {
        return wallets
                .findByCustomerIdIsNullAndNumberGreaterThanOrderByNumber(
                        Math.max(after, WalletInfo.TREASURY), Limit.of(limit))
                .stream()
                .map(this::walletView)
                .toList();
    }

    @Transactional(readOnly = true)
    public Optional<Wallet> held(long number) {
        return wallets.findById(number);
    }

    @Transactional(readOnly = true)
    public Optional<CustomerForm> form(UUID customer) {
        return customers.findById(customer).map(Customer::form);
    }

    /// Names the holder of the wallet, whom registration has confirmed.
    @Transactional
    public WalletView claimed(long number, UUID customer, byte[] proof) {
        Wallet wallet = wallets.findById(number).orElseThrow();
        if (!wallet.lacksHolder()) {
            throw ApiProblems.refused("holder-known", "whose the wallet is is known");
        }
        wallet.claimedBy(customer, proof);
        return walletView(wallet);
    }

    private CustomerView view(Customer customer) {
        List<WalletView> owned = wallets.findByCustomerIdOrderByNumber(customer.id()).stream()
                .map(this::walletView)
                .toList();
        return view(customer, owned);
    }

    private static CustomerView view(Customer customer, List<WalletView> owned) {
        return new CustomerView(
                customer.id(),
                customer.form().kind(),
                customer.form().fullName(),
                customer.createdAt().toString(),
                owned);
    }

    private WalletView walletView(Wallet wallet) {
        WalletInfo info = info(wallet, "");
        return new WalletView(
                wallet.number(),
                wallet.customerId(),
                info.iban(),
                info.payTo().toText(),
                wallet.custodial(),
                wallet.tier(),
                wallet.share().tenThousandths(),
                wallet.state().name(),
                wallet.reason(),
                wallet.enrollmentId());
    }

    @Schema(name = "Customer", description = "A customer and its wallets")
    public record CustomerView(
            @Schema(description = "Id of the customer") UUID id,

            @Schema(
                    description = "A natural person or a business",
                    allowableValues = {"PERSON", "BUSINESS"})
            String kind,

            @Schema(description = "Full name") String fullName,

            @Schema(description = "When it was added, ISO 8601")
            String createdAt,

            @Schema(description = "Its wallets, oldest first")
            List<WalletView> wallets) {}

    @Schema(name = "Wallet", description = "A wallet and where its enrollment is")
    public record WalletView(
            @Schema(description = "Number of the wallet; 0 is the bank's own treasury")
            long number,

            @Schema(description = "Whose it is; none for the treasury", nullable = true) @Nullable
            UUID customer,

            @Schema(description = "Its account number") String iban,

            @Schema(
                    description = "Its address on the ledger: owner key and note key (`fln1…`), or where the currency"
                            + " hides owners or values enrollment id and note key (`flh1…`), once it has a credential")
            String address,

            @Schema(
                    description = "true: this bank holds the keys, sees the wallet and can move its money; false: its"
                            + " holder has them")
            boolean custodial,

            @Schema(description = "Id of the limits that apply")
            int tier,

            @Schema(
                    description = "Ten thousandths of the tier's holding limit that this wallet may hold: the limit is"
                            + " the person's, over all wallets at all banks, and registration divides it")
            int holdingShare,

            @Schema(
                    description = "OPENING until registration has decided; payments need ENROLLED",
                    allowableValues = {"OPENING", "ENROLLED", "REFUSED", "SUSPENDED", "REVOKED", "CLOSING", "CLOSED"})
            String state,

            @Schema(description = "Why it was refused, suspended or revoked, empty otherwise")
            String reason,

            @Schema(description = "Id of the enrollment, empty until it is enrolled")
            String enrollmentId) {}
}
