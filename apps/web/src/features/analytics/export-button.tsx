import type { ExportQueryInput } from '@linkshelf/contract'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { ProjectScope } from '../../api.ts'
import { showErrorToast } from '../../ui/toast.tsx'
import classes from './export-button.module.css'
import { exportClicks } from './export-clicks.ts'

interface ExportButtonProps {
  scope: ProjectScope
  query: ExportQueryInput
  /** What is exported, as it is said in a sentence: "clicks by day". */
  name: string
}

/** Saves the numbers beside it as a CSV file. */
export function ExportButton({ scope, query, name }: ExportButtonProps) {
  const { mutate, isPending } = useMutation({
    mutationFn: () => exportClicks(scope, query),
    onError: (error) => void showErrorToast(error, { fallback: 'The numbers could not be exported' }),
  })
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
