//! Colours, for light, dark and print; the signs of the kinds of troops; the textures of the ground.

/// The style sheet of all pictures. A page that holds several may bring it once.
pub const STYLE: &str = "\
:root,svg{--paper:#fbf8f1;--ink:#26221c;--soft:#8d8574;--grid:#cfc6b0;--l0:#f1ecdc;--l1:#e6dcbf;--l2:#d9c9a0;--l3:#c9b380;--l4:#b59a63;
--low:#e3e8dc;--green:#7f9a5b;--rock:#9a8f7d;--reed:#6f9a94;--water:#8fb6cf;--deep:#6f9dbc;--house:#b08968;--wall:#57493a;--road:#b9925a;
--one:#f6d9c6;--one-line:#8c2f14;--two:#d5e2f3;--two-line:#1f4480;--gone:#fff;--alarm:#b3201b;--zone-one:#c2532f;--zone-two:#3c69ad}
@media (prefers-color-scheme:dark){:root,svg{--paper:#1b1a17;--ink:#f0eadd;--soft:#9b927f;--grid:#453f35;--l0:#2b2822;--l1:#383227;--l2:#463d2c;--l3:#554831;--l4:#665637;
--low:#232a25;--green:#6d8a4c;--rock:#8b8170;--reed:#5d8a84;--water:#35586d;--deep:#2b4a5e;--house:#8d6a4c;--wall:#cbb894;--road:#a2814f;
--one:#5d2413;--one-line:#ffb596;--two:#173259;--two-line:#a9cbff;--gone:#1b1a17;--alarm:#ff8d83;--zone-one:#e07c58;--zone-two:#7fa8e6}}
@media print{:root,svg{--paper:#fff;--ink:#000;--soft:#555;--grid:#bbb;--l0:#fff;--l1:#f0f0f0;--l2:#e2e2e2;--l3:#d2d2d2;--l4:#c0c0c0;--low:#f8f8f8;
--one:#fff;--one-line:#000;--two:#ddd;--two-line:#000}}
svg{background:var(--paper);color:var(--ink)}
text{font-family:'DejaVu Sans Condensed','Helvetica Neue',Arial,sans-serif;fill:var(--ink);text-anchor:middle}
.head{font-size:19px;font-weight:700;text-anchor:start}.sub{font-size:13px;text-anchor:start;fill:var(--ink)}
.hex{fill:none;stroke:var(--grid);stroke-width:1}
.l0{fill:var(--l0)}.l1{fill:var(--l1)}.l2{fill:var(--l2)}.l3{fill:var(--l3)}.l4{fill:var(--l4)}.low{fill:var(--low)}
.woods{fill:url(#p-woods)}.broken{fill:url(#p-broken)}.marsh{fill:url(#p-marsh)}.camp{fill:url(#p-camp)}.village{fill:url(#p-village)}.river{fill:var(--deep)}
.number{font-size:8px;fill:var(--soft)}.milestone{font-size:26px;fill:var(--soft);font-weight:700}.level{font-size:8px;fill:var(--soft);font-weight:700}
.stream{fill:none;stroke:var(--deep);stroke-width:4;stroke-linecap:round}.wall{fill:none;stroke:var(--wall);stroke-width:6}
.rampart{fill:none;stroke:var(--wall);stroke-width:5;stroke-dasharray:5 3}.road{fill:none;stroke:var(--road);stroke-width:5;stroke-linecap:round}.dirt{fill:none;stroke:var(--road);stroke-width:3;stroke-dasharray:5 4}
.zone-one{fill:var(--zone-one);fill-opacity:.16}.zone-two{fill:var(--zone-two);fill-opacity:.16}
.one .box{fill:var(--one);stroke:var(--one-line)}.two .box{fill:var(--two);stroke:var(--two-line)}
.box{stroke-width:2}.moved .box{stroke-dasharray:4 2}.routed .box{fill:var(--gone);stroke-dasharray:2 3}.routed text{fill:var(--soft)}.routed .letter{fill:var(--paper)}
.one .bar{stroke:var(--one-line)}.two .bar{stroke:var(--two-line)}.bar{stroke-width:50;stroke-linecap:butt;fill:none}.two .bar,.two .fill{stroke-linecap:round}
.one .fill{stroke:var(--one)}.two .fill{stroke:var(--two)}.fill{stroke-width:46;stroke-linecap:butt;fill:none}.routed .fill{stroke:var(--gone)}
.one .way{fill:var(--one-line)}.two .way{fill:var(--two-line)}
.code{font-size:12px;font-weight:700}.kind{font-size:10px}.rates{font-size:9px}.under{font-size:8px}
.sign{fill:none;stroke:var(--ink);stroke-width:2}.full{font-size:10px;font-weight:700}.short{font-size:10px;fill:var(--soft);text-decoration:underline}.spent{font-size:10px;fill:var(--soft);text-decoration:line-through}
.pip{fill:none;stroke:var(--soft);stroke-width:1}.hit{fill:var(--alarm);stroke:var(--alarm);stroke-width:1}
.badge{fill:var(--alarm)}.letter{font-size:10px;font-weight:700;fill:var(--paper)}
.one .chief{fill:var(--one-line)}.two .chief{fill:var(--two-line)}.chief{stroke:var(--paper);stroke-width:2}.supreme{fill:none;stroke:var(--paper);stroke-width:1}.finished .chief{fill-opacity:.55}
.leader{font-size:8px;font-weight:700;fill:var(--paper)}.big{font-size:11px}
.range{fill:none;stroke:var(--ink);stroke-width:1;stroke-dasharray:3 5}
.table{fill:var(--l0);stroke:var(--ink);stroke-width:2}.inch{stroke:var(--grid);stroke-width:1}.rule{font-size:10px;fill:var(--soft)}
.hill{fill:var(--l2);stroke:var(--l4);stroke-width:1}.rough{fill:url(#p-broken);stroke:var(--rock);stroke-width:1}.wood{fill:url(#p-woods);stroke:var(--green);stroke-width:1}
.bog{fill:url(#p-marsh);stroke:var(--reed);stroke-width:1}.water{fill:var(--water)}.ford{fill:var(--l1);stroke:var(--water);stroke-width:2;stroke-dasharray:4 4}.town{fill:url(#p-village);stroke:var(--house);stroke-width:1}
.hedge{fill:none;stroke:var(--green);stroke-width:5}.ditch{fill:none;stroke:var(--wall);stroke-width:3;stroke-dasharray:2 4}
.stand{stroke-width:1}.one .stand{fill:var(--one);stroke:var(--one-line)}.two .stand{fill:var(--two);stroke:var(--two-line)}.routed .stand{fill:var(--gone);stroke-dasharray:2 2}.disordered .stand{stroke-dasharray:5 2}
.front{stroke-width:4;stroke-linecap:round}.one .front{stroke:var(--one-line)}.two .front{stroke:var(--two-line);stroke-dasharray:7 5}
.ground-name{font-size:10px;fill:var(--soft);font-style:italic}.halo{paint-order:stroke;stroke:var(--paper);stroke-width:3;stroke-linejoin:round}
.move{fill:none;stroke-width:3;stroke-dasharray:2 4;stroke-linecap:round}.move.one{stroke:var(--one-line)}.move.two{stroke:var(--two-line)}.tip.one{fill:var(--one-line)}.tip.two{fill:var(--two-line)}
.line path{fill-opacity:.42;stroke-width:2}.line-0 path{fill:#d9a441;stroke:#8a6412}.line-1 path{fill:#6aa84f;stroke:#38761d;stroke-dasharray:8 4}.line-2 path{fill:#9a7fd1;stroke:#5b3f99;stroke-dasharray:2 3}
.line-3 path{fill:#4fb3bf;stroke:#1d6b75;stroke-dasharray:12 3 2 3}.line-4 path{fill:#d9798f;stroke:#962d48;stroke-dasharray:5 2}.line-5 path{fill:#a3a3a3;stroke:#4d4d4d;stroke-dasharray:1 2}
.contact{stroke:var(--alarm);stroke-width:4;stroke-linecap:round}.goal{fill:none;stroke:var(--ink);stroke-width:2;stroke-dasharray:6 3}
";

/// Textures and the signs of the kinds of troops, 14 by 14 about their middle.
pub(crate) const DEFS: &str = r##"<defs>
<pattern id="p-woods" width="20" height="18" patternUnits="userSpaceOnUse"><path d="M5 2l4 8h-8zM15 9l4 8h-8z" fill="var(--green)" fill-opacity=".75"/></pattern>
<pattern id="p-broken" width="18" height="16" patternUnits="userSpaceOnUse"><path d="M2 6l3-4 3 4M10 14l3-4 3 4" fill="none" stroke="var(--rock)" stroke-width="2"/></pattern>
<pattern id="p-marsh" width="20" height="16" patternUnits="userSpaceOnUse"><path d="M3 7v-4M6 7v-6M9 7v-4M1 8h10M12 14v-3M15 14v-5M18 14v-3" fill="none" stroke="var(--reed)" stroke-width="2"/></pattern>
<pattern id="p-camp" width="18" height="16" patternUnits="userSpaceOnUse"><path d="M2 12l6-9 6 9z" fill="none" stroke="var(--house)" stroke-width="2"/></pattern>
<pattern id="p-village" width="20" height="20" patternUnits="userSpaceOnUse"><path d="M2 10l6-6 6 6v7h-12z" fill="var(--house)" fill-opacity=".8"/></pattern>
<g id="s-phalanx" class="sign"><path d="M-6 7v-14M-2 7v-14M2 7v-14M6 7v-14"/></g>
<g id="s-heavy" class="sign"><path d="M-5-6h10v7q0 5-5 6q-5-1-5-6z"/><path d="M0-6v13"/></g>
<g id="s-medium" class="sign"><path d="M-5-6h10v7q0 5-5 6q-5-1-5-6z"/></g>
<g id="s-light" class="sign"><circle r="5"/><path d="M-7 7l14-14"/></g>
<g id="s-skirmish" class="sign"><path d="M-7 7l14-14M3-7h4v4"/></g>
<g id="s-engine" class="sign"><path d="M-7 0h14M-4-6q6 6 0 12M7 0l-4-3M7 0l-4 3"/></g>
<g id="s-horse" class="sign"><path d="M-5 7v-6q0-7 5-7q5 0 5 7v6M-7 7h4M3 7h4"/></g>
<g id="s-light-horse" class="sign"><path d="M-5 7v-6q0-7 5-7q5 0 5 7v6M-7 7l14-14"/></g>
<g id="s-lance" class="sign"><path d="M-5 7v-6q0-7 5-7q5 0 5 7v6M-8 3l16-7"/></g>
<g id="s-elephant" class="sign"><path d="M-7 7v-7q0-6 6-6h3q5 0 5 6v4q0 3-3 3M-2 7v-5h4v5"/></g>
<g id="s-chariot" class="sign"><circle r="6"/><path d="M-6 0h12M0-6v12"/></g>
<g id="s-train" class="sign"><path d="M-7-4h14v6h-14z"/><circle cx="-4" cy="5" r="2"/><circle cx="4" cy="5" r="2"/></g>
</defs>"##;
