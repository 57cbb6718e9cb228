import { Paper, type PaperProps } from '@mantine/core'
import classes from './card.module.css'

/** The one surface things stand on. */
export function Card({ className, ...props }: PaperProps & { children: React.ReactNode; 'aria-label'?: string; role?: string }) {
  return <Paper p="lg" {...props} className={[classes.card, className].filter(Boolean).join(' ')} />
}
