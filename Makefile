# SPDX-License-Identifier: GPL-2.0-only
# Copyright (C) 2026 soc-timers contributors
#
# User-facing targets, which `make help` lists. kbuild reads Kbuild.

# A kernel's build directory: its source tree, an O= directory or a headers package.
KDIR ?= /lib/modules/$(shell uname -r)/build
DKMS ?= dkms
# For the patches of graft-patch.
OUT ?= build/graft
# For packages and tarballs.
DIST ?= build/dist
# Where dkms expects sources, and the kernel that it builds for at once.
DKMS_SOURCES ?= /usr/src
DKMS_KERNEL ?= $(shell uname -r)

version := $(shell sed -n 's/^PACKAGE_VERSION="\(.*\)"$$/\1/p' dkms.conf)
dkms-source = $(DKMS_SOURCES)/soc-timers-$(version)
shipped := COPYING Kbuild Makefile dkms.conf drivers include

help: ## show this list
	@echo 'soc-timers $(version): make TARGET [VARIABLE=VALUE...]'
	@sed -n 's/^\([a-z%_-]*\):[^#]*## /\1\t/p' $(firstword $(MAKEFILE_LIST)) | \
		sed 's/%/NAME/' | expand -t 20 | sed 's/^/  /'

modules: need-kernel ## build the modules [KDIR= ARCH= CROSS_COMPILE= TESTS=1 W=1 C=1]
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules

modules_install: need-kernel ## install the built modules without DKMS [KDIR= INSTALL_MOD_PATH=]
	$(MAKE) -C $(KDIR) M=$(CURDIR) modules_install

clean: ## remove all build output from this directory; needs no kernel
	@find . -name .git -prune -o -type f \( -name '*.o' -o -name '*.ko' -o -name '*.mod' \
		-o -name '*.mod.c' -o -name '.*.cmd' -o -name '.*.d' -o -name '.module-common.*' \
		-o -name built-in.a -o -name Module.symvers -o -name modules.order \
		-o -name modules.nsdeps -o -name compile_commands.json \) -exec rm -f {} +
	@rm -rf include/compat/probed .tmp_versions

dkms-install: clean ## install the modules with DKMS, for this kernel and later ones [DKMS_KERNEL=]
	mkdir -p $(dkms-source)
	cp -R $(shipped) $(dkms-source)
	$(DKMS) install -m soc-timers -v $(version) -k $(DKMS_KERNEL)

dkms-remove: ## undo dkms-install, for all kernels
	$(DKMS) remove -m soc-timers -v $(version) --all
	rm -rf $(dkms-source)

deb: ## build the Debian packages soc-timers-dkms and soc-timers-source [DIST=build/dist]
	Documentation/packaging/deb.sh $(DIST)

tarball: ## pack the sources of the last commit [DIST=build/dist]
	mkdir -p $(DIST)
	git archive --prefix=soc-timers-$(version)/ -o $(DIST)/soc-timers-$(version).tar.gz HEAD

graft: need-tree ## put the drivers into a kernel's source tree [KERNEL= COPY=1 FORCE=1]
	@drivers/graft.sh $(if $(COPY),--copy) $(if $(FORCE),--force) $(KERNEL)

graft-patch: need-tree ## write the same as patches, for a BSP [KERNEL= OUT=build/graft FORCE=1]
	@drivers/graft.sh --series=$(OUT) $(if $(FORCE),--force) $(KERNEL)

ungraft: need-tree ## take them out again, leaving no trace [KERNEL=]
	@drivers/graft.sh --undo $(KERNEL)

arc-image: ## build an ARC HS kernel with drivers and KUnit suites, print its path [KERNEL=]
	@kernel=$$(GRAFTED=$(KERNEL) tests/lib/kernel.sh arc-graft) && echo $$kernel/vmlinux

demo: ## watch the drivers at work on an emulated board
	tests/demo.sh

kunit: ## run the unit tests on user-mode Linux
	tests/lib/board.sh uml

mutants: ## break each promise of the clock and see its test fail
	tests/mutants/run.sh

model: ## prove the clock's latch with spin and in a storm of threads and NMIs [LONG=1]
	LONG=$(LONG) tests/models/latch/run.sh

# UPDATE=1 writes what has changed to the tables; the test still fails.
dt-census: ## probe all device trees of the kernel that have our timers [UPDATE=1]
	tests/lib/board.sh census $(if $(UPDATE),|| { tests/census/update.py \
		tests/census/boards.txt build/log/census.log && tests/census/socs.py; })

boards: ## list the boards and what each one tests
	@tests/lib/board.sh --list

board-%: ## run the tests of one board
	tests/lib/board.sh $*

check: ## check the sources without running them
	tests/static/check.sh

test: ## run all tests [ALSO=matrix]
	tests/test.sh

test-full: ## the same, for more kernels, and again in a bare Debian 12: hours, as root
	FULL=1 CENSUS_FAULTS=20000 tests/test.sh

matrix: ## build the modules for more kernels (6.1 to 7.3) and architectures [FULL=1]
	FULL=$(FULL) tests/matrix.sh

need-kernel:
	@[ -e $(KDIR)/Makefile ] || { echo >&2 'error: no kernel to build for in $(KDIR):' \
		'install its headers package or set KDIR=DIRECTORY'; exit 1; }

need-tree:
	@[ -n "$(KERNEL)" ] || { echo >&2 'error: no kernel tree given:' \
		'give KERNEL=DIRECTORY, where its source is'; exit 1; }

.PHONY: help modules modules_install clean dkms-install dkms-remove deb tarball graft \
	graft-patch ungraft arc-image demo kunit mutants model dt-census boards check test \
	test-full matrix need-kernel need-tree
