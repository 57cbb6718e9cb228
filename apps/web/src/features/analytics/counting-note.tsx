import { Title } from '@mantine/core'
import { IconChevronDown, IconInfoCircle } from '@tabler/icons-react'
import { Card } from '../../ui/card.tsx'
import classes from './counting-note.module.css'

const words = [
  ['Click', 'Somebody opened a short link and was sent on. Opening it twice is two clicks; a reload of the page it leads to is none.'],
  [
    'Bot',
    'A request that was not a person’s: a search engine, a link preview, a prefetch, or something that does not say what it is. Bots are kept, shown apart, and never in the totals of people.',
  ],
  [
    'Unique visitor',
    'A distinct daily visitor. Whoever clicks five times on one day is one visitor; whoever comes on two days is two, because nothing is kept that would recognise them the next day.',
  ],
  ['ProjectScope', 'A country, looked up from the address of the request. The address itself is never stored.'],
] as const

/** What the numbers mean, for whoever wants to know. */
export function CountingNote() {
  return (
    <Card p={0}>
      <details className={classes.note}>
        <summary>
          <IconInfoCircle aria-hidden size={17} stroke={1.6} />
          <Title order={2} className={classes.title}>
            How we count
          </Title>
          <IconChevronDown aria-hidden size={16} className={classes.chevron} />
        </summary>
        <dl className={classes.words}>
          {words.map(([word, meaning]) => (
            <div key={word}>
              <dt>{word}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </details>
    </Card>
  )
}
