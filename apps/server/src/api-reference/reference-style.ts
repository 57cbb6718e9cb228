/** The page has three columns if they fit: the menu, the text, and the code. The code is dark in both themes. */
export const referenceStyle = `
:root{--post:#1d4fb8;--post-ground:#e8effc;--change:#854900;--change-ground:#fdf1de}
@media (prefers-color-scheme:dark){:root{--post:#a8c7ff;--post-ground:#1d2f4e;--change:#ffd08f;--change-ground:#43310f}}
html{scroll-padding-top:5rem}
body{align-items:stretch;padding:0;background:var(--card)}
header{padding:1rem clamp(1rem,3vw,2rem) 0}
.brand{margin:0}
main.wide{max-width:none;padding:0 clamp(1rem,3vw,2rem) 5rem}
main.wide>h1{margin:1.25rem 0 .75rem;font-size:1.875rem}
.menu{position:sticky;top:0;z-index:1;max-height:100vh;overflow-y:auto;margin:0 calc(-1*clamp(1rem,3vw,2rem));padding:.625rem clamp(1rem,3vw,2rem);border-bottom:1px solid var(--line);background:var(--card);font-size:.875rem;scrollbar-width:thin}
.menu ul{margin:0;padding:0;list-style:none}
.menu summary{padding:.5rem .5rem;border-radius:.5rem;font-weight:600;cursor:pointer}
.menu summary:hover,.menu a:hover{background:var(--good-ground)}
.menu a{display:flex;justify-content:space-between;align-items:baseline;gap:.75rem;padding:.375rem .5rem;border-radius:.5rem;color:var(--soft);line-height:1.4;text-decoration:none}
.menu a[aria-current]{background:var(--good-ground);color:var(--good);font-weight:600}
.menu .guides{margin-bottom:.75rem}
.menu .module li{margin-left:.75rem}
.menu .method{flex:none;font:600 .6875rem/1 ui-monospace,'SF Mono','Cascadia Code','Roboto Mono',Menlo,monospace;letter-spacing:.02em}
.search{position:relative}
.search label,.entries>p:empty{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.search input{min-height:2.5rem;padding-right:2.5rem;border-radius:.625rem;background:var(--page);font-size:.9375rem}
.search kbd{position:absolute;top:.5rem;right:.5rem;min-width:1.5rem;padding:0 .375rem;border:1px solid var(--line);border-radius:.375rem;background:var(--card);color:var(--soft);font:500 .8125rem/1.375rem ui-monospace,Menlo,monospace;text-align:center}
.search input:not(:placeholder-shown)+kbd{display:none}
.entries>p{margin:.625rem .5rem .25rem;color:var(--soft);font-size:.8125rem}
.results a{display:block}
.results a span{display:block}
.results .title{color:var(--text);font-weight:600}
.results .where{font-size:.8125rem;overflow-wrap:anywhere}
.chapters{min-width:0}
.chapters>section{padding-top:3.5rem}
.chapters>section:first-child{padding-top:1.25rem}
.chapters h2{margin:0 0 .5rem;font-size:1.5rem;line-height:1.25;letter-spacing:-.015em}
.chapters .lead{max-width:46rem;margin:0}
.guide p,.guide li{max-width:46rem}
.guide ul{padding-left:1.25rem}
.guide .panel{max-width:46rem}
.guide dl{max-width:46rem}
article{margin-top:2rem;padding-top:2rem;border-top:1px solid var(--line)}
article .text{min-width:0;overflow-wrap:anywhere}
h3{margin:0;font-size:1.1875rem;line-height:1.35;letter-spacing:-.01em;text-wrap:balance}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
article:target h3 a{color:var(--brand)}
h4{margin:1.75rem 0 0;padding-bottom:.5rem;border-bottom:1px solid var(--line);font-size:.9375rem}
article p,article .hint{margin:.5rem 0 0}
.route{font-size:.9375rem}
code.method{padding:.1875rem .4375rem;border-radius:.375rem;font-weight:700}
.method.get{color:var(--good)}.method.post{color:var(--post)}.method.put,.method.patch{color:var(--change)}.method.delete{color:var(--wrong)}
code.get{background:var(--good-ground)}code.post{background:var(--post-ground)}code.put,code.patch{background:var(--change-ground)}code.delete{background:var(--wrong-ground)}
dl{margin:0;font-size:.9375rem}
dt{margin-top:.75rem;padding-top:.75rem;border-top:1px solid var(--line)}
dt:first-child{margin:0;border-top:0}
dt code{font-weight:700}
dd{margin:0;color:var(--soft)}
dd p{margin:.25rem 0 0}
.type,.optional,.required{padding-left:.375rem;color:var(--soft);font-size:.8125rem}
.required{color:var(--change);font-weight:600}
.limits,.values{font-size:.8125rem}
.limits code,.values code{padding:.0625rem .3125rem;border-radius:.25rem;background:var(--page);color:var(--text);box-shadow:inset 0 0 0 1px var(--line)}
.values{line-height:1.9}
.returns{font-size:.9375rem}
.inner{margin-top:.5rem;border:1px solid var(--line);border-radius:.625rem}
.inner>summary{padding:.4375rem .75rem;border-radius:.625rem;color:var(--text);font-size:.8125rem;font-weight:600;cursor:pointer}
.inner>summary:hover{background:var(--page)}
.inner[open]>summary{border-bottom:1px solid var(--line);border-radius:.625rem .625rem 0 0}
.inner>dl{padding:0 .75rem .75rem;font-size:.875rem}
.errors .status{display:inline-block;min-width:2.25rem;font-weight:700}
.panel{margin:1rem 0 0;border-radius:.75rem;background:#111a17;color:#dfe9e4;overflow:hidden;box-shadow:inset 0 0 0 1px #2c3a34}
.panel figcaption{display:flex;flex-wrap:wrap;align-items:center;gap:.25rem .5rem;min-height:2.5rem;padding:.25rem .5rem .25rem .875rem;border-bottom:1px solid #2c3a34;background:#18231f;color:#b4c4bc;font-size:.8125rem;font-weight:600}
.panel figcaption span:first-child{flex:1}
.panel pre{margin:0;padding:.75rem .875rem;max-height:28rem;overflow:auto;font:400 .8125rem/1.6 ui-monospace,'SF Mono','Cascadia Code','Roboto Mono',Menlo,monospace;tab-size:2;scrollbar-width:thin;scrollbar-color:#4a5c54 transparent}
.panel pre+pre{border-top:1px solid #2c3a34}
.panel pre:focus-visible{outline-offset:-3px;outline-color:#40bb8f}
.panel code{font:inherit}
.panel .name{color:#8fd3ff}
.panel .string{color:#9fe3b5}
.panel .keyword{color:#e5b8ff}
.languages{display:flex;gap:.125rem;padding:.125rem;border-radius:.5rem;background:#0b120f}
.languages[hidden]{display:none}
.copy,.language{min-height:1.75rem;padding:.125rem .625rem;border:1px solid #4a5c54;border-radius:.5rem;background:none;color:#dfe9e4;font:600 .75rem/1.4 inherit;font-family:inherit;cursor:pointer}
.language{border-color:transparent;border-radius:.375rem;color:#b4c4bc}
.language[aria-pressed=true]{background:#2c3a34;color:#fff}
.copy:hover,.language:hover{border-color:#dfe9e4}
.copy:focus-visible,.language:focus-visible{outline-color:#40bb8f}
@media (hover:none){.search kbd{display:none}}
@media (scripting:enabled){
html:not([data-language=ts]) pre+pre[data-language=ts]{display:none}
html[data-language=ts] pre:has(+pre[data-language=ts]){display:none}
.panel pre+pre{border-top:0}
}
@media (min-width:64rem){
html{scroll-padding-top:1.5rem}
header{position:fixed;inset:0 auto auto 0;z-index:2;width:18.5rem;height:4rem;padding:1rem 1.25rem 0;border-right:1px solid var(--line);background:var(--page)}
main.wide{display:grid;grid-template-columns:18.5rem minmax(0,1fr);padding:0}
main.wide>h1{grid-column:2;margin:1.5rem 0 0;padding:0 clamp(1.5rem,3vw,3rem);font-size:2.125rem}
.menu{grid-column:1;grid-row:1/span 3;top:4rem;display:flex;flex-direction:column;height:calc(100vh - 4rem);max-height:none;overflow:hidden;margin:4rem 0 0;padding:0;border-right:1px solid var(--line);border-bottom:0;background:var(--page)}
.search{flex:none;padding:.25rem .75rem .75rem}
.entries{flex:1;overflow-y:auto;padding:.25rem .75rem 1.5rem;scrollbar-width:thin}
.search input{background:var(--card)}
.search kbd{top:.75rem;right:1.25rem;background:var(--page)}
.contents>summary{display:none}
.contents::details-content{content-visibility:visible;display:block;height:auto}
.contents[hidden]{display:none}
.chapters{grid-column:2;max-width:96rem;padding:0 clamp(1.5rem,3vw,3rem) 5rem}
}
@media (min-width:80rem){
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,min(46%,40rem));column-gap:clamp(2rem,4vw,4rem);align-items:start}
article .code{position:sticky;top:1.5rem}
article .panel:first-child{margin-top:.25rem}
article .panel pre{max-height:min(28rem,42vh)}
article .panel:only-child pre{max-height:calc(100vh - 7rem)}
.guide{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,min(46%,40rem));column-gap:clamp(2rem,4vw,4rem);align-items:start}
.guide>h2{grid-column:1/-1}
.guide .panel:first-child{margin-top:.25rem}
}
`
