import { type FileImport, type ImportUndoForecast, type KeptByUndo, restorableDays, type UndoReason } from '@linkshelf/contract'
import { Button, Checkbox, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../api/api.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { QueryBoundary } from '../../ui/states/query-boundary.tsx'
import type { ImportKind, UndoableImport } from './import-kind.ts'
import { useUndoImport } from './import-mutations.ts'
import classes from './import-panel.module.css'

interface UndoProps<One extends FileImport, Choices> {
  kind: ImportKind<One, Choices>
  scope: ProjectScope
  shown: One
}

interface UndoQuestionProps<One extends FileImport, Choices> extends UndoProps<One, Choices> {
  undo: NonNullable<ImportKind<One, Choices>['undo']>
  onCancel: () => void
  /** Called when the undo has started. */
  onStarted: () => void
}

/** Shows what an undo would do, asks whether links with clicks are deleted too, and starts the undo. */
export function UndoQuestion<One extends FileImport, Choices>(props: UndoQuestionProps<One, Choices>) {
  const { undo, scope, shown } = props
  // The forecast changes with each edit and each click, so it is loaded each time that it is shown.
  const forecast = useQuery({ ...undo.forecastQuery(scope, shown.import_id), staleTime: 0, gcTime: 0 })
  return (
    <QueryBoundary
      query={forecast}
      loading={<Skeleton height={120} role="status" aria-label="Loading" />}
      error="Error loading the links of this import"
      headingOrder={2}
    >
      {(loaded) => <UndoForm {...props} forecast={loaded} />}
    </QueryBoundary>
  )
}

interface UndoFormProps<One extends FileImport, Choices> extends UndoQuestionProps<One, Choices> {
  forecast: ImportUndoForecast
}

function UndoForm<One extends FileImport, Choices>({
  kind,
  scope,
  shown,
  undo,
  forecast,
  onCancel,
  onStarted,
}: UndoFormProps<One, Choices>) {
  const [includesClicked, setIncludesClicked] = useState(false)
  const start = useUndoImport(kind, scope)
  const { links, clicked_links: clicked, products, kept_links, kept_products } = forecast
  const deletedLinks = includesClicked ? links : links - clicked
  const stays = { links: kept_links + (includesClicked ? 0 : clicked), products: kept_products }
  const named = forecast.kept.filter(({ reason }) => reason !== 'clicks' || !includesClicked)
  return (
    <div className={classes.panel}>
      <p className={classes.file}>
        {deletedLinks + products === 0 ? (
          <>
            Nothing that <strong>{shown.file_name}</strong> created would be deleted.
          </>
        ) : (
          <>
            Undo the import of <strong>{shown.file_name}</strong>? {formatThings({ links: deletedLinks, products })} will be deleted, and
            can be restored for {restorableDays} days.
          </>
        )}
      </p>
      {clicked > 0 && (
        <Checkbox
          label={`Also delete ${formatCount(clicked, 'link')} with clicks`}
          description="Visitors of these links would find nothing."
          checked={includesClicked}
          onChange={(event) => setIncludesClicked(event.currentTarget.checked)}
        />
      )}
      <KeptList counts={stays} verb="will stay" kept={named} />
      <p className={classes.help}>{undo.texts.stays}</p>
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red.8"
          disabled={deletedLinks + products === 0}
          loading={start.isPending}
          onClick={() => start.mutate({ shown, includesClicked }, { onSuccess: onStarted })}
        >
          Undo import
        </Button>
      </Group>
    </div>
  )
}

/** Shows the progress of an undo. */
export function RunningUndo({ shown, onClose }: { shown: UndoableImport; onClose: () => void }) {
  const { deleted_links: links = 0, deleted_products: products = 0 } = shown.undo ?? {}
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        {links + products === 0 ? `Undoing ${shown.file_name}…` : `${formatThings({ links, products })} deleted`}
      </p>
      <progress className={classes.progress} aria-label="Undoing" />
      <p className={classes.help}>You can close this. The undo continues, and is shown here again.</p>
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          Close
        </Button>
      </Group>
    </div>
  )
}

const reasons: Record<UndoReason, string> = {
  changed: 'Changed after the import',
  used: 'Used on your store page or in a product',
  clicks: 'Has clicks',
}

interface UndoneFileProps<One extends FileImport, Choices> extends UndoProps<One, Choices> {
  onAnother: () => void
  onClose: () => void
}

/** Shows what an undo has deleted, and what stays for which reason. */
export function UndoneFile<One extends FileImport, Choices>({ kind, shown, onAnother, onClose }: UndoneFileProps<One, Choices>) {
  const { undo = null }: UndoableImport = shown
  const deleted = { links: undo?.deleted_links ?? 0, products: undo?.deleted_products ?? 0 }
  const kept = { links: undo?.kept_links ?? 0, products: undo?.kept_products ?? 0 }
  const lists = [...(deleted.products > 0 ? ['Products'] : []), ...(deleted.links > 0 ? ['Links'] : [])]
  return (
    <div className={classes.panel}>
      <p className={classes.file} role="status">
        <strong>{shown.file_name}</strong> is undone.{' '}
        {deleted.links + deleted.products > 0 &&
          `${formatThings(deleted)} ${deleted.links + deleted.products === 1 ? 'was' : 'were'} deleted. To restore what was deleted, switch on “Deleted” in ${lists.join(' and in ')}.`}
      </p>
      <KeptList counts={kept} verb="stayed" kept={undo?.kept ?? []} />
      {kind.undo !== undefined && <p className={classes.help}>{kind.undo.texts.afterUndo}</p>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onAnother}>
          {kind.texts.importAnother}
        </Button>
        <Button onClick={onClose} data-autofocus>
          Done
        </Button>
      </Group>
    </div>
  )
}

interface KeptListProps {
  counts: { links: number; products: number }
  verb: 'will stay' | 'stayed'
  /** Names what stays. It can be shorter than the counts. */
  kept: readonly KeptByUndo[]
}

function KeptList({ counts, verb, kept }: KeptListProps) {
  const unnamed = counts.links + counts.products - kept.length
  if (counts.links + counts.products === 0) return null
  return (
    <>
      <p className={classes.file}>
        {formatThings(counts)} {verb}:
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users scroll a focused region with the arrow keys */}
      <section className={classes.issues} aria-label={verb === 'stayed' ? 'What stayed' : 'What stays'} tabIndex={0}>
        <ul>
          {kept.map(({ id, name, reason }) => (
            <li key={id}>
              <strong>{name}</strong>
              <small>{reasons[reason]}</small>
            </li>
          ))}
          {unnamed > 0 && <li>and {formatNumber(unnamed)} more</li>}
        </ul>
      </section>
    </>
  )
}

function formatThings({ links, products }: { links: number; products: number }): string {
  const parts = [
    ...(products > 0 ? [formatCount(products, 'product')] : []),
    ...(links > 0 || products === 0 ? [formatCount(links, 'link')] : []),
  ]
  return parts.join(' and ')
}
