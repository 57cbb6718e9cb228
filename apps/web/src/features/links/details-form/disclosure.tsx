import { IconChevronDown } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './link-details-form.module.css'

interface DisclosureProps {
  label: string
  isOpenAtFirst?: boolean
  children: React.ReactNode
}

/** A section of the form that is closed until the user opens it. */
export function Disclosure({ label, isOpenAtFirst = false, children }: DisclosureProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <div className={classes.disclosure}>
      <button type="button" className={classes.summary} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconChevronDown aria-hidden size={16} stroke={1.8} data-open={isOpen || undefined} />
        {label}
      </button>
      {isOpen && children}
    </div>
  )
}
