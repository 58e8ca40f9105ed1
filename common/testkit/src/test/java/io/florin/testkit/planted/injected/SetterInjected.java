package io.florin.testkit.planted.injected;

import org.springframework.beans.factory.annotation.Autowired;

final class SetterInjected {

    private String name = "";

    @Autowired
    void setName(String name) {
        this.name = name;
    }

    String name() {
        return name;
    }
}
