package io.florin.sandbox.oidc;

import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

/// The login page. It is the issuer's only page: its other addresses lead to it, so nobody who comes without being sent
/// by a console, or whom a wrong password stopped, meets an address that does not exist.
@Controller
class LoginController {
    static final String FIRST = "/";
    /// Address that problem pages lead to.
    static final String CONSOLE = "/console";

    @GetMapping({FIRST, CONSOLE})
    String first() {
        return "redirect:/login";
    }

    @GetMapping("/login")
    String login(
            @RequestParam(required = false) @Nullable String error,
            @RequestParam(required = false) @Nullable String logout,
            @Nullable Principal caller,
            Model model) {
        model.addAttribute("refused", error != null);
        model.addAttribute("loggedOut", logout != null);
        model.addAttribute("person", caller == null ? "" : caller.getName());
        return "oidc-issuer/login";
    }
}
