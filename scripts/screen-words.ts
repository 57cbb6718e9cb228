/** Words that must not appear on screen, with the product's word. */
export const replacedWords: readonly { found: RegExp; say: string }[] = [
  { found: /\bprogrammes?\b/i, say: 'program' },
  { found: /\b\w*colour\w*/i, say: 'color' },
  { found: /\bfavourites?\b/i, say: 'favorite' },
  { found: /\bbehaviours?\b/i, say: 'behavior' },
  { found: /\bcatalogues?\b/i, say: 'catalog' },
  { found: /\bcancell(?:ed|ing)\b/i, say: 'canceled, canceling' },
  { found: /\blabell(?:ed|ing)\b/i, say: 'labeled, labeling' },
  { found: /\b(?:organis|recognis|customis|personalis|summaris|analys)(?:e[sd]?|ing|ation)\b/i, say: '-ize, -yze' },
  { found: /\blicence\b|\bcentre\b/i, say: 'license, center' },
  { found: /\bslugs?\b/i, say: 'short name' },
  { found: /\bdaily visitors\b/i, say: 'visitors' },
  { found: /\blink reports?\b/i, say: 'link check' },
  { found: /\bsaved reports?\b|\byour reports?\b|\b(?:save|rename|delete) (?:this|a) report\b/i, say: 'saved view' },
  { found: /\bimport (?:a |the )?report\b|\bearnings reports?\b/i, say: 'earnings file' },
  { found: /\bfurther markets?\b/i, say: 'other countries' },
  { found: /\b(?:without|no) affiliation\b/i, say: 'untagged' },
  { found: /\bshop not connected\b/i, say: 'Earning nothing: connect this shop' },
  { found: /\blinks? leaves? (?:with|without|like)\b/i, say: 'a link has a tag' },
  { found: /\blead on as they should\b/i, say: 'work' },
  { found: /\bname leads nowhere\b/i, say: 'does not exist' },
  { found: /\bsince the beginning\b/i, say: 'all time' },
]

/** Capitalized words that are names of companies, plans, terms, screens and fonts. */
export const names: ReadonlySet<string> = new Set([
  ...['Amazon', 'Hacker', 'Kingdom', 'Linkshelf', 'Mail', 'News', 'Portal', 'States'],
  ...['Annual', 'Business', 'Free', 'Lifetime', 'Monthly', 'Pro', 'Starter'],
  ...['Links', 'Members'],
  ...['Display', 'Grotesk', 'Grotesque', 'Jakarta', 'Sans'],
])
