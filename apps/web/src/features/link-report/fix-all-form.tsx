import { type LinkReportProblem, linkReportTexts } from '@linkshelf/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, type ProjectScope } from '../../api/api.ts'
import { toErrorDetails } from '../../ui/error-details.ts'
import { formatCount, formatNumber } from '../../ui/formats/numbers.ts'
import { ConfirmForm } from '../../ui/overlays/dialog-form.tsx'
import type { Dialog } from '../../ui/overlays/dialogs.tsx'
import { showToast } from '../../ui/toasts/toast.tsx'
import classes from './report.module.css'
import { formatFixAllLabel, formatFixedTitle, type ReportFix, sendFix } from './report-queries.ts'

interface FixAllInput {
  scope: ProjectScope
  problem: LinkReportProblem
  fix: ReportFix
  /** The number of links that have the problem. */
  count: number
}

export function fixAllDialog(given: FixAllInput): Dialog {
  return { title: formatFixAllLabel(given.fix, given.problem), body: (close) => <FixAllForm {...given} onClose={close} /> }
}

/** Says what a fix does to the links, as the end of a sentence. */
const consequenceByFix: Record<ReportFix, (problem: LinkReportProblem) => string> = {
  follow: () => 'lead to the address where their page redirected when it was checked, with your tag where the shop is connected.',
  archive: () => 'leave your list of links, and this check. Visitors are still redirected.',
  check: (problem) =>
    problem === 'short_link'
      ? 'are requested again to find out where they lead. That takes a minute or more.'
      : 'are checked again, a few at a time for each shop. That takes a minute or more.',
  remove_tags: (problem) =>
    problem === 'replaced'
      ? 'are stored without the tag that they were pasted with. Visitors reach the shop with your tag, as they do now.'
      : 'are stored without the tag that they were pasted with. Visitors reach the shop without a tag until you save one of yours.',
  switch_off: () =>
    'get no tag from now on, even if you connect their shop later. You can change this on each link’s page. Links that can earn in another shop stay as they are.',
}

/**
 * Fixes all links with a problem after the user confirms, one page of the report after another. Closing the dialog
 * stops the run. Links that are already fixed stay fixed.
 */
function FixAllForm({ scope, problem, fix, count, onClose }: FixAllInput & { onClose: () => void }) {
  const { run, done } = useFixAll({ scope, problem, fix })
  return (
    <ConfirmForm
      action={run.isError ? 'Continue' : formatFixAllLabel(fix, problem)}
      isWorking={run.isPending}
      onConfirm={() => run.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      {run.isPending ? (
        <>
          <p role="status" className={classes.progressText}>
            {formatNumber(done)} of {formatCount(count, 'link')}. If you close this dialog, the rest is not changed.
          </p>
          <progress className={classes.progress} aria-label={formatFixAllLabel(fix, problem)} value={done} max={Math.max(count, done)} />
        </>
      ) : (
        <>
          <strong>{formatCount(count, 'link')}</strong> {consequenceByFix[fix](problem)}
        </>
      )}
      {run.isError && (
        <p role="alert" className={classes.failure}>
          {toErrorDetails(run.error, 'The rest could not be changed.').message} {formatCount(done, 'link')} done so far.
        </p>
      )}
    </ConfirmForm>
  )
}

const pageSize = 100

function useFixAll({ scope, problem, fix }: Omit<FixAllInput, 'count'>) {
  const queryClient = useQueryClient()
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  useEffect(() => {
    isStopped.current = false
    return () => {
      isStopped.current = true
    }
  }, [])

  const run = useMutation({
    mutationFn: async () => {
      let fixed = 0
      let cursor: string | undefined
      do {
        const page = await api.linkReports.links.call({ params: scope, query: { problem, limit: pageSize, cursor } })
        fixed += await sendFix(
          scope,
          fix,
          page.body.filter(({ link }) => fix !== 'switch_off' || !link.ad).map(({ link }) => link.url_id),
        )
        setDone((before) => before + page.body.length)
        cursor = page.headers['x-next-cursor']
      } while (cursor !== undefined && !isStopped.current)
      return fixed
    },
    onSuccess: (fixed) => void showToast({ title: formatFixedTitle(fix, problem, fixed), message: linkReportTexts[problem].label }),
    onSettled: () => queryClient.invalidateQueries(),
  })
  return { run, done }
}
