// Styles of the cards of a theme. Text colors depend on the background of the text.

export type CardStyle = 'raised' | 'frameless' | 'outlined' | 'soft' | 'hard' | 'framed'

/** Text colors of cards whose texts are directly on the page. */
const onPage =
  '.card{--text:var(--on-page);--soft:var(--on-page-soft);--accent:var(--page-accent);--warning:var(--on-page);--line:var(--page-line)}'

const sideways = ':is(.left main>.cards,.list)'

export const cardStyles: Record<CardStyle, string> = {
  raised: '',
  frameless: [
    onPage,
    '.card,.card:hover{border:0;border-radius:0;background:none;box-shadow:none;overflow:visible}.card:hover{transform:none}',
    '.card .picture,.card .cutout{border-radius:var(--corner)}.card .cutout .picture{border-radius:0}.card:hover .picture{transform:none;opacity:.9}',
    '.card .body{padding:.75rem 0 .25rem}.card :is(h2,h3) a:focus-visible{outline:0}',
    `${sideways} .body{padding:.25rem 0 .25rem 1rem}[dir=rtl] ${sideways} .body{padding:.25rem 1rem .25rem 0}`,
    '.cards{row-gap:clamp(1.5rem,3vw,2.5rem)}',
  ].join(''),
  outlined: '.card,.card:hover{box-shadow:none}.card{border-color:var(--page-line)}.card:hover{border-color:var(--main-edge)}',
  soft: '.card{border-color:transparent;box-shadow:0 1px 2px var(--shade),0 18px 36px -20px var(--shade)}.card:hover{border-color:transparent;box-shadow:0 2px 4px var(--shade),0 28px 48px -20px var(--shade)}',
  hard: [
    '.card{border:2px solid var(--on-page);box-shadow:4px 4px 0 var(--on-page)}.card:hover{border-color:var(--on-page);box-shadow:6px 6px 0 var(--on-page);transform:translate(-2px,-2px)}',
    '.buy,.featured a,.categories a,form{border:2px solid var(--on-page)}.featured a{box-shadow:3px 3px 0 var(--on-page)}.featured a:hover{box-shadow:5px 5px 0 var(--on-page)}',
    '.card .buy{border-color:var(--text)}.head .logo{box-shadow:0 0 0 2px var(--on-page),4px 4px 0 2px var(--on-page)}',
  ].join(''),
  framed: [
    '.card{padding:.625rem .625rem .25rem;border:0;box-shadow:0 1px 3px #0002,0 10px 24px -14px #0006}.card:hover{box-shadow:0 2px 6px #0003,0 18px 36px -14px #0007}',
    '.card .body{padding:.75rem .25rem .5rem}.left main>.cards .body{padding-inline-start:.875rem}.card .picture,.card .cutout{border-radius:.125rem}',
  ].join(''),
}
