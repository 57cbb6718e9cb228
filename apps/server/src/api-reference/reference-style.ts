/** Three columns where they fit: the menu, the text, and the code, which is dark in both themes. */
export const referenceStyle = `
body{align-items:stretch;padding:1.25rem clamp(1rem,3vw,2.5rem) 4rem;background:var(--page)}
header{max-width:100rem;width:100%;margin:0 auto}
main.wide{margin:0 auto}
main.wide>h1{margin-bottom:1rem;font-size:1.75rem}
html{scroll-padding-top:1rem}
.menu{border:1px solid var(--line);border-radius:.75rem;background:var(--card);font-size:.875rem}
.menu ul{margin:0;padding:0;list-style:none}
.menu summary{padding:.5rem .75rem;font-weight:600;cursor:pointer}
.menu>details[open]{padding-bottom:.75rem}
.menu .module{margin:0 .5rem}
.menu .module summary{padding:.375rem .5rem;border-radius:.5rem}
.menu .module summary:hover,.menu a:hover{background:var(--good-ground)}
.menu a{display:flex;justify-content:space-between;gap:.5rem;padding:.3125rem .5rem;border-radius:.5rem;color:var(--soft);text-decoration:none}
.menu a[aria-current]{background:var(--good-ground);color:var(--good);font-weight:600}
.menu .guides{margin:0 .5rem .5rem}
.menu .module li{margin-left:.75rem}
.menu .method{font:500 .6875rem/1.7 ui-monospace,Menlo,monospace;color:inherit}
.chapters{min-width:0}
.chapters h2{margin:0 0 .5rem;font-size:1.375rem;letter-spacing:-.015em}
.chapters>section{padding-top:2.5rem}
.guide p,.guide li{max-width:46rem}
.guide ul{padding-left:1.25rem}
.guide .panel{max-width:46rem;margin:.75rem 0}
article{margin-top:1.25rem;padding-top:1.5rem;border-top:1px solid var(--line);overflow-wrap:anywhere}
article:target{border-top-color:var(--brand);box-shadow:0 -1px var(--brand)}
h3{margin:0;font-size:1.0625rem;line-height:1.4}
h3 a{color:inherit;text-decoration:none}
h3 a:hover{text-decoration:underline}
h4{margin:1.25rem 0 .375rem;font-size:.8125rem}
article p{margin:.375rem 0 0}
code.method{padding:.125rem .375rem;border-radius:.375rem;background:var(--good-ground);color:var(--good);font-weight:700}
dl{margin:0;font-size:.875rem}
dt{margin-top:.5rem;padding-top:.5rem;border-top:1px solid var(--line)}
dt:first-child{margin:0}
dt code{font-weight:600}
dd{margin:0;color:var(--soft)}
.panel{margin:1rem 0 0;border-radius:.75rem;background:#111a17;color:#dfe9e4;overflow:hidden;box-shadow:inset 0 0 0 1px #2c3a34}
.panel figcaption{display:flex;justify-content:space-between;align-items:center;min-height:2.375rem;padding:.25rem .5rem .25rem .875rem;border-bottom:1px solid #2c3a34;color:#a9b9b1;font-size:.8125rem}
.panel pre{margin:0;padding:.75rem .875rem;max-height:26rem;overflow:auto;font:400 .8125rem/1.6 ui-monospace,'SF Mono','Cascadia Code','Roboto Mono',Menlo,monospace;tab-size:2}
.panel pre:focus-visible{outline-offset:-3px;outline-color:#40bb8f}
.panel code{font:inherit}
.panel .name{color:#8fd3ff}
.panel .string{color:#9fe3b5}
.copy{min-height:1.75rem;padding:.125rem .625rem;border:1px solid #4a5c54;border-radius:.5rem;background:none;color:#dfe9e4;font:600 .75rem/1.4 inherit;font-family:inherit;cursor:pointer}
.copy:hover{border-color:#dfe9e4}
.copy:focus-visible{outline-color:#40bb8f}
@media (min-width:64rem){
main.wide{display:grid;grid-template-columns:15.5rem minmax(0,1fr);column-gap:2.5rem;align-items:start}
main.wide>h1{grid-column:2;margin:0}
.menu{grid-column:1;grid-row:1/span 2;position:sticky;top:1rem;max-height:calc(100vh - 2rem);overflow-y:auto;scrollbar-width:thin}
.menu>details>summary{display:none}
.menu>details{padding:.75rem 0}
.menu>details::details-content{content-visibility:visible;display:block;height:auto}
.chapters{grid-column:2}
.chapters>section:first-child{padding-top:1rem}
}
@media (min-width:80rem){
article{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:2.5rem;align-items:start}
article .code{position:sticky;top:1rem}
article .panel:first-child{margin-top:.25rem}
}
`
