import classes from './metric-definitions.module.css'

const definitions = [
  ['Click', 'A visit to a short link that was redirected. Opening it twice is two clicks; reloading the destination page is none.'],
  [
    'View',
    'An opened page of your store, even if the browser loaded it from its cache. Its clicks are clicks on the buttons of its products. Click-through is clicks divided by views; for a product, only clicks on its own page count.',
  ],
  [
    'Bot',
    'A request that was not made by a person: a search engine, a link preview, a prefetch, or a client that does not identify itself. Bots are recorded separately and never included in the totals of people.',
  ],
  [
    'Unique visitor',
    'A distinct daily visitor. Five clicks on one day are one visitor; visits on two days are two, because nothing is stored that would identify a person on the next day.',
  ],
  ['Location', 'A country, looked up from the IP address of the request. The address itself is never stored.'],
] as const

export function MetricDefinitionList() {
  return (
    <dl className={classes.definitions}>
      {definitions.map(([term, definition]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{definition}</dd>
        </div>
      ))}
    </dl>
  )
}
