import { type LinkReportProblem, type LinksBulkUpdate, linkReportPageSize } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { formatCount } from '../../ui/formats/numbers.ts'
import { showErrorToast, showToast } from '../../ui/toasts/toast.tsx'

export function linkReportQuery(scope: ProjectScope) {
  return api.linkReports.get.queryOptions({ input: { params: scope } })
}

/** Returns pages of links that have this problem. */
export function reportedLinksQuery(scope: ProjectScope, problem: LinkReportProblem) {
  return api.linkReports.links.infiniteOptions({
    input: (cursor: string | undefined) => ({ params: scope, query: { problem, limit: linkReportPageSize, cursor } }),
    initialPageParam: undefined,
    getNextPageParam: (page) => page.headers['x-next-cursor'],
  })
}

/** A fix is a call that solves a problem for one link or for many links. */
export type ReportFix = 'follow' | 'archive' | 'check' | 'remove_tags' | 'switch_off'

/** The fixes of a problem, most helpful first. */
export const fixesByProblem: Record<LinkReportProblem, readonly ReportFix[]> = {
  dead: ['archive', 'check'],
  redirected: ['follow', 'check'],
  foreign_tag: ['remove_tags'],
  untagged: ['switch_off'],
  market_without_tag: ['switch_off'],
  untracked: ['switch_off'],
  short_link: ['check'],
  failing: ['check'],
  unavailable: ['check', 'archive'],
  page_not_paid: ['switch_off'],
  replaced: ['remove_tags'],
}

const updateByFix: Record<Exclude<ReportFix, 'check'>, Omit<LinksBulkUpdate, 'url_ids' | 'add_labels' | 'remove_labels'>> = {
  follow: { follow_redirects: true },
  archive: { archived: true },
  remove_tags: { remove_pasted_tags: true },
  switch_off: { affiliated: false },
}

/** Fixes some links, up to the maximum of a bulk call. Returns how many links were fixed. */
export async function sendFix(scope: ProjectScope, fix: ReportFix, urlIds: readonly string[]): Promise<number> {
  const url_ids = [...urlIds]
  if (url_ids.length === 0) return 0
  if (fix === 'check') return (await api.links.bulkCheck.call({ params: scope, body: { url_ids } })).url_ids.length
  return (await api.links.bulkUpdate.call({ params: scope, body: { url_ids, ...updateByFix[fix] } })).length
}

/** Returns the text of the button that opens the dialog for fixing all links, and of that dialog's submit button. */
export function formatFixAllLabel(fix: ReportFix, problem: LinkReportProblem): string {
  if (fix === 'follow') return 'Use the new destinations'
  if (fix === 'archive') return 'Archive all'
  if (fix === 'remove_tags') return 'Remove these tags'
  if (fix === 'switch_off') return 'Leave all of these untagged'
  return problem === 'short_link' ? 'Find out again for all' : 'Check all again'
}

/** Returns the title of the toast about fixed links. */
export function formatFixedTitle(fix: ReportFix, problem: LinkReportProblem, count: number): string {
  const links = formatCount(count, 'link')
  if (fix === 'follow') return `${links} changed to the new destination`
  if (fix === 'archive') return `${links} archived`
  if (fix === 'remove_tags') return `Tags of ${links} removed`
  if (fix === 'switch_off') return `Left ${links} untagged`
  if (count === 0) return problem === 'short_link' ? 'The search for destinations is already running' : 'Checked within the last minute'
  return problem === 'short_link' ? `Finding out where ${links} lead` : `Checking ${links}`
}

export function useFixLink(scope: ProjectScope, problem: LinkReportProblem) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ fix, urlId }: { fix: ReportFix; urlId: string; name: string }) => sendFix(scope, fix, [urlId]),
    onSuccess: (count, { fix, name }) => void showToast({ title: formatFixedTitle(fix, problem, count), message: name }),
    onError: (error) => void showErrorToast(error, { fallback: 'The link could not be changed. Please try again.' }),
    onSettled: () => queryClient.invalidateQueries(),
  })
}
