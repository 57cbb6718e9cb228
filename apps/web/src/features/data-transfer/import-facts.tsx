import type { DataImport } from '@linkshelf/contract'
import { formatCount } from '../../ui/formats/numbers.ts'
import classes from './data.module.css'

const shownProjects = 5

/** Shows the contents of an archive, and notes about changed and skipped data. */
export function ImportFacts({ shown: { summary, notes, note_count } }: { shown: DataImport }) {
  if (summary === null) return null
  const more = summary.projects.length - shownProjects
  return (
    <>
      <ul className={classes.facts} aria-label="In the archive">
        <li>
          {summary.organization}, from {summary.links_url}
        </li>
        {summary.projects.slice(0, shownProjects).map(({ name, links, products }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names of projects may repeat, and the list never changes
          <li key={index}>
            {name}: {formatCount(links, 'link')}, {formatCount(products, 'product')}
          </li>
        ))}
        {more > 0 && <li>and {formatCount(more, 'more project')}</li>}
        <li>
          {formatCount(summary.pictures, 'picture')}, {formatCount(summary.clicks, 'click')}, {formatCount(summary.page_views, 'page view')}
        </li>
      </ul>
      {note_count > 0 && (
        <div>
          <p>
            {note_count > notes.length
              ? `The first ${notes.length} of ${formatCount(note_count, 'note')}:`
              : `${formatCount(note_count, 'note')}:`}
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and must be reachable by keyboard */}
          <ul className={classes.notes} aria-label="Notes" tabIndex={0}>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </div>
      )}
    </>
  )
}
