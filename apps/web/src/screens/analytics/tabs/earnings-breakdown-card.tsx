import {
  type EarningsBreakdown,
  type EarningsBreakdownKind,
  type EarningsRow,
  formatMoney,
  type saleConditions,
  toBreakdownName,
} from '@linkshelf/contract'
import { Button, Menu, Text, Title } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, type ProjectScope } from '../../../api/api.ts'
import { useFileDownload } from '../../../api/use-file-download.ts'
import { toFilterLink } from '../../../features/analytics/conditions/url-conditions.ts'
import type { AnalyticsFilter } from '../../../features/analytics/range/analytics-filter.ts'
import { earningsBreakdownQuery } from '../../../features/earnings/earnings-queries.ts'
import { formatPerClick } from '../../../features/earnings/money.ts'
import { directnessHelp, directnessNames, toRetailerName } from '../../../features/earnings/report-names.ts'
import { useProject } from '../../../features/organizations/selection.tsx'
import { Card } from '../../../ui/card.tsx'
import { formatNumber } from '../../../ui/formats/numbers.ts'
import { Segments } from '../../../ui/forms/segments.tsx'
import { SideScroll } from '../../../ui/side-scroll.tsx'
import { ErrorPanel } from '../../../ui/states/error-panel.tsx'
import { DataTable } from '../../../ui/tables/data-table.tsx'
import type { Column } from '../../../ui/tables/data-table-columns.ts'
import { ExportButton as Export } from '../../../ui/tables/export-button.tsx'
import { useRowSearch } from '../../../ui/tables/use-row-search.tsx'
import { Tag } from '../../../ui/tag.tsx'
import classes from '../analytics.module.css'
import { FilterByLink } from '../filter-by-link.tsx'

/**
 * The breakdowns in their order on screen. The first ones are segments, the others are in the menu "More". A figure
 * above the tabs already says what was earned without a link.
 */
const kinds: { name: EarningsBreakdownKind; label: string; unassigned: string }[] = [
  { name: 'link', label: 'Links', unassigned: '' },
  { name: 'product', label: 'Products', unassigned: 'without a product' },
  { name: 'video', label: 'Videos', unassigned: 'without clicks, so the video is unknown' },
  { name: 'utm_campaign', label: 'Campaigns', unassigned: 'without clicks, so the campaign is unknown' },
  { name: 'source', label: 'Sources', unassigned: 'without a known click, so the source is unknown' },
  { name: 'retailer', label: 'Retailers', unassigned: '' },
  { name: 'country', label: 'Countries', unassigned: 'without a known click, so the country is unknown' },
  { name: 'tag', label: 'Tags', unassigned: 'without a tag' },
  { name: 'sub_id', label: 'Sub-ids', unassigned: 'without a sub-id of yours' },
  { name: 'directness', label: 'Direct sales', unassigned: 'not stated in the file' },
  { name: 'shop', label: 'Shops', unassigned: 'without a known click, so the shop is unknown' },
  { name: 'shop_reason', label: 'How the shop was chosen', unassigned: 'without a known click, so the reason is unknown' },
]

/**
 * The condition that a row of each breakdown can set. These conditions need details of the click, which only some plans
 * show.
 */
const conditionByKind: Partial<Record<EarningsBreakdownKind, (typeof saleConditions)[number]>> = {
  country: 'country',
  source: 'source',
  utm_campaign: 'utm_campaign',
  video: 'video',
  shop: 'shop',
  shop_reason: 'shop_reason',
}

const estimateHelp = 'Sales without a click id count for the name with the most clicks on their link before the sale.'

/** Explanations of breakdowns whose row names are not clear by themselves. */
const helpByKind: Partial<Record<EarningsBreakdownKind, string>> = {
  utm_campaign: estimateHelp,
  video: estimateHelp,
  sub_id: 'What you wrote into your links for the retailer to report: Sub Tag at Amazon, custom id at eBay, dp at AliExpress.',
  directness: directnessHelp,
}

const labelByKind: Partial<Record<EarningsBreakdownKind, string>> = {
  shop_reason: 'Earnings by reason for the shop',
  utm_campaign: 'Earnings by campaign',
  sub_id: 'Earnings by sub-id',
  directness: 'Direct and indirect earnings',
}

const shownAtFirst = 10

/** Number of breakdowns outside of the menu "More". */
const segmentCount = 6

interface EarningsBreakdownCardProps {
  scope: ProjectScope
  filter: AnalyticsFilter
  currency: string
}

/** Breaks down the earnings of one currency. */
export function EarningsBreakdownCard({ scope, filter, currency }: EarningsBreakdownCardProps) {
  const { hasFullAnalytics } = useProject().entitlements
  const [by, setBy] = useState<EarningsBreakdownKind>('link')
  const { data, error, refetch } = useQuery(earningsBreakdownQuery(scope, by, filter.query))
  const download = useFileDownload(() => api.earnings.export.call({ params: scope, query: filter.query }))
  const [params] = useSearchParams()
  const shown = kinds.filter(({ name }) => hasFullAnalytics || conditionByKind[name] === undefined)
  const segments = shown.filter(({ name }, index) => index < segmentCount || name === by)
  const more = shown.slice(segmentCount)
  const chosen = kinds.find(({ name }) => name === by)
  const { found, text, field, clear } = useRowSearch(
    data?.rows.filter((row) => row.currency === currency),
    { what: chosen?.label.toLowerCase() ?? '', textOf: (row) => formatRowName(by, row), fewRows: shownAtFirst, className: classes.search },
  )

  function breakDownBy(kind: EarningsBreakdownKind): void {
    clear()
    setBy(kind)
  }

  if (data === undefined && error !== null)
    return <ErrorPanel title="Your top earners could not be loaded" error={error} onRetry={refetch} headingOrder={2} />
  return (
    <Card p={0}>
      <div className={classes.head} data-wraps>
        <div className={classes.earnersTitle}>
          <Title order={2}>Top earners</Title>
          {helpByKind[by] !== undefined && (
            <Text size="sm" c="dimmed">
              {helpByKind[by]}
            </Text>
          )}
          {data !== undefined && <Unassigned data={data} currency={currency} text={chosen?.unassigned ?? ''} />}
        </div>
        <Export name="sales" isPending={download.isPending} onExport={() => download.mutate()} />
        <div className={classes.breakdowns}>
          <SideScroll shown={by}>
            <Segments label="Earnings by" choices={segments} chosen={by} onChoose={breakDownBy} />
          </SideScroll>
          {more.length > 0 && (
            <Menu position="bottom-end">
              <Menu.Target>
                <Button size="xs" variant="subtle" color="gray" rightSection={<IconChevronDown aria-hidden size={15} />}>
                  More
                </Button>
              </Menu.Target>
              <Menu.Dropdown>
                {more.map(({ name, label }) => (
                  <Menu.Item key={name} onClick={() => breakDownBy(name)}>
                    {label}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </div>
        {field}
      </div>
      <DataTable
        label={labelByKind[by] ?? `Earnings by ${by}`}
        columns={createEarningsColumns(by, currency, found)}
        rows={found}
        rowKey={({ id }) => id}
        shownAtFirst={shownAtFirst}
        rowLink={(row) => toEarnerLink(by, row, params)}
        actions={hasFullAnalytics && by === 'link' ? renderLinkActions : undefined}
        empty={<p className={classes.empty}>{text === '' ? 'Nothing earned in this period.' : `Nothing like “${text}”.`}</p>}
      />
    </Card>
  )
}

/**
 * Returns the link of a row. The row of a short link opens the link's analytics. The row of a click's detail, for
 * example a country, limits the sales to that detail, or removes this condition if it is already set. Returns undefined
 * if the short link has no name, or if the detail can't be a condition.
 */
function toEarnerLink(by: EarningsBreakdownKind, row: EarningsRow, params: URLSearchParams): { to: string; title?: string } | undefined {
  const { id, name } = row
  if (by === 'link') return name === null ? undefined : { to: `/analytics/link/${id}` }
  const condition = conditionByKind[by]
  if (condition === undefined) return undefined
  const { action, to } = toFilterLink(params, condition, { [condition]: id })
  return { to, title: `${action} ${formatRowName(by, row)}` }
}

function renderLinkActions({ id, name }: EarningsRow): React.ReactNode {
  return name !== null && <FilterByLink urlId={id} name={name} />
}

function Unassigned({ data, currency, text }: { data: EarningsBreakdown; currency: string; text: string }) {
  const earned = data.unassigned.find((amount) => amount.currency === currency)?.earned
  if (earned === undefined || text === '') return null
  return (
    <Text size="sm" c="dimmed">
      {formatMoney(earned, currency)} {text}.
    </Text>
  )
}

/** Returns the columns. How sales were joined has a column only if the rows differ in it. */
function createEarningsColumns(by: EarningsBreakdownKind, currency: string, rows: readonly EarningsRow[] = []): Column<EarningsRow>[] {
  const isMixed = new Set(rows.map(formatMethods)).size > 1
  const label = kinds.find(({ name }) => name === by)?.label ?? ''
  return [
    {
      id: 'name',
      header: label,
      className: classes.earner,
      cell: (row) => formatRowName(by, row),
      isUnknown: ({ name }) => name === null,
      sortValue: (row) => formatRowName(by, row),
    },
    {
      id: 'earned',
      header: 'Earned',
      isNumber: true,
      className: classes.money,
      cell: ({ earned }) => formatMoney(earned, currency),
      title: ({ pending }) => `${formatMoney(pending, currency)} of it pending`,
      sortValue: ({ earned }) => earned,
    },
    {
      id: 'clicks',
      header: 'Clicks',
      isNumber: true,
      isUnknown: ({ clicks }) => clicks === null,
      cell: ({ clicks }) => (clicks === null ? '–' : formatNumber(clicks)),
      sortValue: ({ clicks }) => clicks ?? -1,
      unit: () => 'clicks',
    },
    {
      id: 'epc',
      header: 'Per click',
      isNumber: true,
      className: classes.money,
      isUnknown: ({ epc }) => epc === null,
      cell: ({ epc }) => formatPerClick(epc, currency),
      sortValue: ({ epc }) => epc ?? -1,
      unit: () => 'per click',
    },
    {
      id: 'conversions',
      header: 'Conversions',
      isNumber: true,
      cell: ({ conversions }) => formatNumber(conversions),
      sortValue: ({ conversions }) => conversions,
      unit: () => 'conversions',
    },
    ...(isMixed ? [{ id: 'method', header: 'Joined by', cell: (row: EarningsRow) => <Method row={row} /> }] : []),
  ]
}

function Method({ row }: { row: EarningsRow }) {
  const [first, second] = listMethods(row)
  return first === undefined ? '–' : <Tag tone={second === undefined ? first.tone : 'neutral'}>{formatMethods(row)}</Tag>
}

function listMethods(row: EarningsRow) {
  return methodNames.filter(({ field }) => row[field] !== 0)
}

/** Returns for example "Click and estimate". */
function formatMethods(row: EarningsRow): string {
  return listFormat.format(listMethods(row).map(({ name, label }, index) => (index === 0 ? label : name)))
}

const listFormat = new Intl.ListFormat('en')

/** The ways in which sales are joined to a link, surest first. */
const methodNames = [
  { field: 'by_click', name: 'click', label: 'Click', tone: 'good' },
  { field: 'by_estimate', name: 'estimate', label: 'Estimate', tone: 'pending' },
  { field: 'by_product', name: 'product', label: 'By product', tone: 'pending' },
] as const

function formatRowName(by: EarningsBreakdownKind, { id, name }: EarningsRow): string {
  if (by === 'link') return name ?? 'Deleted link'
  if (by === 'product') return name ?? 'Deleted product'
  if (by === 'retailer') return toRetailerName(id)
  if (by === 'directness') return directnessNames[id] ?? id
  if (by === 'video' && name !== null && name !== '') return name
  return by === 'tag' || by === 'sub_id' ? id : toBreakdownName(by, { name: id })
}
