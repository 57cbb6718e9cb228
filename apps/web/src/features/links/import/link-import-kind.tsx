import {
  forecastLinkImport,
  type LinkImport,
  type LinkImportStart,
  linkFileMaxBytes,
  linkFileMaxRows,
  linkImportMessages,
} from '@linkshelf/contract'
import { Stack, Switch } from '@mantine/core'
import { api, type ProjectScope } from '../../../api/api.ts'
import { formatCount, formatNumber } from '../../../ui/formats/numbers.ts'
import type { Dialog } from '../../../ui/overlays/dialogs.tsx'
import { EffectList } from '../../file-imports/effect-list.tsx'
import {
  createCsvFileField,
  csvTexts,
  type ImportChoicesProps,
  type ImportKind,
  type ImportSummaryProps,
} from '../../file-imports/import-kind.ts'
import classes from '../../file-imports/import-panel.module.css'
import { importDialog } from '../../file-imports/import-panel.tsx'
import { linkImportsQuery } from '../link-queries.ts'
import { FileDomains } from './file-domains.tsx'

interface LinkChoices {
  /** Whether a link gets another short name if its short name can't be used. */
  replacesSlugs: boolean
  /** The unverified domains whose links are imported on the project's domain. */
  movedHosts: readonly string[]
}

/** The import of links from a file. */
const linkImportKind: ImportKind<LinkImport, LinkChoices> = {
  title: 'Import Links',
  listQuery: linkImportsQuery,
  create: (scope, file) => api.linkImports.create.call({ params: scope, body: { file } }),
  start: (scope, { import_id }, choices) =>
    api.linkImports.start.call({ params: { ...scope, linkImportId: import_id }, body: toStart(choices) }),
  delete: (scope, linkImportId) => api.linkImports.delete.call({ params: { ...scope, linkImportId } }),
  report: (scope, linkImportId) => api.linkImports.report.call({ params: { ...scope, linkImportId } }),
  issues: (scope, linkImportId, cursor) => api.linkImports.issues.call({ params: { ...scope, linkImportId }, query: { cursor } }),
  // The queries that are refetched after an import. Other screens show links and labels too, and a project has a count
  // of its links.
  changes: [api.links.key(), api.labels.key(), api.analytics.key(), api.organizations.key()],

  file: createCsvFileField({ maxBytes: linkFileMaxBytes, maxRows: linkFileMaxRows, tooLarge: linkImportMessages.fileTooLarge }),
  texts: csvTexts,
  help: (
    <p className={classes.help}>
      Exports of Bitly, Dub, Short.io and Rebrandly work unchanged. In any other file, the first line names the columns: <code>url</code>,
      and any of <code>domain</code>, <code>slug</code>, <code>title</code>, <code>labels</code>, <code>notes</code>, <code>archived</code>{' '}
      and <code>created</code>. Links that you already have are skipped.
    </p>
  ),
  formatEffects: ({ created, skipped, rejected }) =>
    `${formatCount(created, 'link')} created, ${formatNumber(skipped)} skipped, ${formatNumber(rejected)} rejected`,
  hasReport: ({ rejected, incomplete }) => rejected + incomplete > 0,
  Summary: LinkImportSummary,

  initialChoices: () => ({ replacesSlugs: false, movedHosts: [] }),
  isSolved: ({ columns, reasons }, { replacesSlugs, movedHosts }) =>
    columns.every((column) => column === 'slug')
      ? replacesSlugs
      : columns.every((column) => column === 'domain') && movedHosts.some((host) => isReasonOfHost(reasons[0] ?? '', host)),
  Choices: LinkImportChoices,
  undo: {
    forecastQuery: (scope, linkImportId) => api.linkImports.forecastUndo.queryOptions({ input: { params: { ...scope, linkImportId } } }),
    start: (scope, { import_id }, includesClicked) =>
      api.linkImports.undo.call({ params: { ...scope, linkImportId: import_id }, body: { include_clicked: includesClicked } }),
    countCreated: ({ created }) => created,
    toListPath: (importId) => `/links?import=${importId}`,
    texts: {
      show: 'Show links',
      stays: 'Labels that the import created stay.',
      afterUndo: 'You can now import a corrected file. It can use the short names of the deleted links again.',
    },
  },
  importable(shown, choices) {
    const { created } = forecastLinkImport(shown, toStart(choices))
    return { count: created, text: formatCount(created, 'link') }
  },
}

/** The reason of a row on an unverified domain begins with the domain, without its port. */
function isReasonOfHost(reason: string, host: string): boolean {
  return reason.startsWith(`${host.replace(/:\d+$/, '')} `)
}

function toStart({ replacesSlugs, movedHosts }: LinkChoices): LinkImportStart {
  return { replace_slugs: replacesSlugs, ...(movedHosts.length > 0 && { move_domains: [...movedHosts] }) }
}

export function linkImportDialog(scope: ProjectScope): Dialog {
  return importDialog(linkImportKind, scope)
}

function LinkImportSummary({ shown, choices, isForecast, report }: ImportSummaryProps<LinkImport, LinkChoices>) {
  const counts = isForecast ? forecastLinkImport(shown, toStart(choices)) : shown
  const effects = [
    { count: counts.created, noun: 'link', done: 'created' },
    { count: counts.skipped, noun: 'row', done: 'skipped', detail: 'You already have these links.' },
    { count: counts.incomplete, noun: 'link', done: 'imported without a label or date' },
    { count: counts.over_limit, noun: 'row', done: 'left out', detail: 'Your plan has no more links for this project.' },
    {
      count: counts.unverified_domains,
      noun: 'row',
      done: 'rejected for their domain',
      detail: 'Verify it under Settings → Domains, and import the file again.',
    },
    {
      count: counts.rejected - counts.over_limit - counts.unverified_domains,
      noun: 'row',
      done: 'rejected',
      detail: 'Correct these rows in the report, and import it.',
    },
  ]
  return <EffectList effects={effects} isForecast={isForecast} ignoredColumns={shown.ignored_columns} report={report} />
}

function LinkImportChoices({ shown, choices, onChange }: ImportChoicesProps<LinkImport, LinkChoices>) {
  const { unusable_slugs: count, domains } = shown
  if (count === 0 && domains.length === 0) return null
  return (
    <Stack gap="md">
      <FileDomains domains={domains} movedHosts={choices.movedHosts} onChange={(movedHosts) => onChange({ ...choices, movedHosts })} />
      {count > 0 && (
        <Switch
          label={`Import ${formatCount(count, 'link')} with another short name`}
          description={`${count === 1 ? 'The short name of this row is' : 'The short names of these rows are'} taken or cannot be used here. Otherwise ${count === 1 ? 'the row is' : 'the rows are'} rejected.`}
          checked={choices.replacesSlugs}
          onChange={(event) => onChange({ ...choices, replacesSlugs: event.currentTarget.checked })}
        />
      )}
    </Stack>
  )
}
