import {
  type AmazonMigrationLink,
  type AmazonMigrationOutcome,
  amazonMigrationOutcomeLabels,
  amazonMigrationOutcomes,
  amazonMigrationReasonTexts,
  formatReadableShortUrl,
} from '@linkshelf/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { Card } from '../../ui/card.tsx'
import { Address } from '../../ui/formats/address.tsx'
import { formatNumber } from '../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import { DataTable } from '../../ui/tables/data-table.tsx'
import type { Column } from '../../ui/tables/data-table-columns.ts'
import { ExportButton } from '../../ui/tables/export-button.tsx'
import { LoadMore } from '../../ui/tables/load-more.tsx'
import classes from './migration.module.css'
import { useMigrationReport } from './migration-mutations.ts'
import { type LinkFilter, runLinksQuery } from './migration-queries.ts'
import type { ShownRun } from './status-card.tsx'

const explanationByOutcome: Record<AmazonMigrationOutcome, string> = {
  tagged: 'These links had no tag, and have yours now.',
  retagged: 'These links had another tag, or parameters of a link builder, and have yours now.',
  needs_resolution: 'Amazon’s own short links: where they lead, and whom they pay, is not in the URL. Replace them with the full URL.',
  failed: 'These links lead to Amazon, but could not get your tag.',
  skipped_already_tagged: 'These links had your tag already.',
  skipped_without_affiliation: 'You switched your affiliate tag off for these links, for emails or print.',
  skipped_not_amazon: 'These links lead to other sites.',
}

/** Shows the number of links with each outcome, and the links with the chosen outcome. */
export function Outcomes({ scope, run }: { scope: ProjectScope; run: ShownRun }) {
  const shown = amazonMigrationOutcomes.filter((outcome) => run.outcomes[outcome] > 0)
  const [chosen, setChosen] = useState<AmazonMigrationOutcome>()
  const report = useMigrationReport(scope)
  const outcome = chosen ?? shown[0]
  if (outcome === undefined) return null
  return (
    <Card p={0} aria-label="Outcomes" role="region">
      <div className={classes.outcomes}>
        <fieldset className={classes.choices}>
          <legend className="visually-hidden">Outcome</legend>
          {shown.map((name) => (
            <label key={name} className={classes.choice}>
              <input type="radio" className="visually-hidden" name="outcome" checked={name === outcome} onChange={() => setChosen(name)} />
              <strong>{formatNumber(run.outcomes[name])}</strong>
              <span>{amazonMigrationOutcomeLabels[name]}</span>
            </label>
          ))}
        </fieldset>
        <div className={classes.head}>
          <p>{explanationByOutcome[outcome]}</p>
          <ExportButton name="all outcomes" isPending={report.isPending} onExport={() => report.mutate(run.migration_id)} />
        </div>
      </div>
      <RunLinks
        key={outcome}
        scope={scope}
        migrationId={run.migration_id}
        filter={{ outcome }}
        label={amazonMigrationOutcomeLabels[outcome]}
      />
    </Card>
  )
}

interface RunLinksProps {
  scope: ProjectScope
  migrationId: string
  filter: LinkFilter
  /** The accessible name of the table. */
  label: string
}

export function RunLinks({ scope, migrationId, filter, label }: RunLinksProps) {
  const pages = useInfiniteQuery(runLinksQuery(scope, migrationId, filter))
  const renderTable = (rows: AmazonMigrationLink[] | undefined) => (
    <DataTable
      label={label}
      columns={columns}
      rows={rows}
      rowKey={({ url_id }) => url_id}
      rowLink={({ link, url_id }) => (link === null ? undefined : { to: `/links/${url_id}`, title: 'Open the link' })}
      foot={(entries) => <LoadMore pages={pages} {...entries} />}
    />
  )
  return (
    <QueryBoundary query={pages} loading={renderTable(undefined)} error="The links could not be loaded" headingOrder={2}>
      {(data) => renderTable(data.pages.flatMap(({ body }) => body))}
    </QueryBoundary>
  )
}

const columns: Column<AmazonMigrationLink>[] = [
  {
    id: 'link',
    header: 'Link',
    cell: ({ link }) => (link === null ? 'Deleted link' : (link.title ?? formatReadableShortUrl(link.url))),
    isUnknown: ({ link }) => link === null,
    className: classes.link,
  },
  { id: 'destination', header: 'Destination', cell: (row) => <Destination row={row} />, className: classes.destination },
]

function Destination({ row: { link, reason, target_before, target_after, shops, undo } }: { row: AmazonMigrationLink }) {
  const now = link?.target
  return (
    <>
      {target_before !== null && target_after !== null ? (
        <Replaced before={target_before} after={target_after} />
      ) : (
        now && <Address href={now} />
      )}
      {shops.map(({ place, name, before, after }) => (
        <Fragment key={`${place} ${name} ${before}`}>
          <small className={classes.reason}>{formatShop(place, name)}</small>
          <Replaced before={before} after={after} />
        </Fragment>
      ))}
      {reason && <small className={classes.reason}>{amazonMigrationReasonTexts[reason]}</small>}
      {undo === 'restored' && <small className={classes.reason}>Restored</small>}
      {undo === 'left' && (
        <small className={classes.reason}>
          {now ? 'Not changed, because it was edited after the migration' : 'Deleted after the migration'}
        </small>
      )}
    </>
  )
}

function Replaced({ before, after }: { before: string; after: string }) {
  return (
    <>
      <del className={classes.before}>
        <span className="visually-hidden">Before: </span>
        <Address href={before} />
      </del>
      <ins className={classes.after}>
        <span className="visually-hidden">After: </span>
        <Address href={after} />
      </ins>
    </>
  )
}

const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' })

/**
 * Returns a shop in words. `place` is the country or Amazon marketplace whose visitors see the shop. If it is null, the
 * shop is offered to all visitors.
 */
function formatShop(place: string | null, name: string | null): string {
  if (place === null) return name === null ? 'Shop of its choice page' : `Shop “${name}”`
  return `Shop for ${/^[A-Z]{2}$/.test(place) ? countryNames.of(place) : `amazon.${place}`}`
}
