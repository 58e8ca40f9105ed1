package io.florin.sandbox.oidc;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;

@Controller
class LoginController {
    @GetMapping("/login")
    String login(
            @RequestParam(required = false) @Nullable String error,
            @RequestParam(required = false) @Nullable String logout,
            Model model) {
        model.addAttribute("refused", error != null);
        model.addAttribute("loggedOut", logout != null);
        return "oidc-issuer/login";
    }
}
