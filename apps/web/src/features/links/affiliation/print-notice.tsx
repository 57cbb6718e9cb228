import { type Link, listPlacementRules } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ProjectScope } from '../../../api/api.ts'
import { useCan } from '../../../session/permissions.tsx'
import { readStored, writeStored } from '../../../ui/browser/local-storage.ts'
import { showErrorToast } from '../../../ui/toasts/toast.tsx'
import { duplicateLink } from '../duplicate-link.ts'
import { useUpdateLink } from '../link-mutations.ts'
import classes from './print-notice.module.css'
import { ProgramRules } from './program-rules.tsx'
import { useLinkAffiliation } from './use-link-affiliation.ts'

interface PrintNoticeProps {
  scope: ProjectScope
  link: Link
  /** Called with the link that was created for print. */
  onCopied: (link: Link) => void
}

/**
 * Says behind a toggle that an affiliate program forbids the link in print, and offers to create a link without a tag.
 * The toggle is highlighted until the user has opened it once in the project.
 */
export function PrintNotice({ scope, link, onCopied }: PrintNoticeProps) {
  const { data } = useLinkAffiliation(scope, link)
  const update = useUpdateLink(scope)
  const queryClient = useQueryClient()
  const copy = useMutation({
    mutationFn: () => duplicateLink(queryClient, scope, { link, isForPrint: true }),
    onSuccess: (copied) => copied && onCopied(copied),
  })
  const canChange = useCan('links.update')
  const storedKey = `linkshelf.print-rules-read.${scope.projectId}`
  const [isNew] = useState(() => readStored(storedKey) !== true)
  const rules = listPlacementRules('print', data?.programs ?? [])
  if (data === undefined || rules.length === 0) return null
  const hasHiddenTag = data.status === 'short'
  return (
    <ProgramRules summary="Not for print with a tag" rules={rules} isHighlighted={isNew} onOpen={() => writeStored(storedKey, true)}>
      <p>
        {hasHiddenTag
          ? 'This short link may contain a tag that can’t be removed. Enter the full address of the page before you print this code.'
          : 'This code is fine on a screen. For packaging, labels and flyers, use a link without a tag.'}
      </p>
      {!hasHiddenTag && canChange && (
        <div className={classes.actions}>
          <Button size="xs" variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
            Make a second link for print
          </Button>
          <Button
            size="xs"
            variant="subtle"
            loading={update.isPending}
            onClick={() => update.mutate({ link, update: { affiliated: false } }, { onError: (failure) => void showErrorToast(failure) })}
          >
            Turn off the tag of this link
          </Button>
        </div>
      )}
    </ProgramRules>
  )
}
