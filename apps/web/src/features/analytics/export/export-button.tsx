import type { ExportQueryInput } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../../api.ts'
import { readOnlyMutation } from '../../../broadcast-changes.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { showErrorToast } from '../../../ui/toast.tsx'
import classes from './export-button.module.css'

interface ExportButtonProps {
  scope: ProjectScope
  query: ExportQueryInput
  /** What is exported, as in "Export clicks by day as CSV". */
  name: string
}

/** Downloads the numbers beside it as a CSV file. */
export function ExportButton({ scope, query, name }: ExportButtonProps) {
  const { mutate, isPending } = useExport(scope, query)
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.button}
      leftSection={<IconDownload aria-hidden size={16} stroke={1.6} />}
      aria-label={`Export ${name} as CSV`}
      loading={isPending}
      onClick={() => mutate()}
    >
      <span className={classes.word}>Export</span>
    </Button>
  )
}

function useExport(scope: ProjectScope, query: ExportQueryInput) {
  return useMutation({
    meta: readOnlyMutation,
    mutationFn: async () => {
      const { body } = await api.analytics.export.call({ params: scope, query })
      // The server names the file.
      if (body instanceof File) saveFile(body, body.name)
    },
    onError: (error) => void showErrorToast(error, { fallback: 'The export failed. Please try again.' }),
  })
}
