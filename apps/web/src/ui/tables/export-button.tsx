import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from './export-button.module.css'

interface ExportButtonProps {
  /** The name of the exported numbers, as in "Export clicks by day as CSV". */
  name: string
  isPending: boolean
  onExport: () => void
}

export function ExportButton({ name, isPending, onExport }: ExportButtonProps) {
  return (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.button}
      leftSection={<IconDownload aria-hidden size={16} stroke={1.6} />}
      aria-label={`Export ${name} as CSV`}
      loading={isPending}
      onClick={onExport}
    >
      <span className={classes.word}>Export</span>
    </Button>
  )
}
