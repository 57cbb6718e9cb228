import { Text } from '@mantine/core'

interface CharacterCountProps {
  count: number
  limit: { most: number; warnAbove: number }
}

/** How much of a field is used. Near its end it warns by colour and by word, and says so once to those who listen. */
export function CharacterCount({ count, limit: { most, warnAbove } }: CharacterCountProps) {
  const isNearEnd = count > warnAbove
  return (
    <Text component="span" size="xs" c={isNearEnd ? 'var(--waiting)' : 'dimmed'} fw={isNearEnd ? 600 : undefined}>
      {count} / {most}
      {isNearEnd && ` · ${most - count} left`}
      <span className="visually-hidden" role="status">
        {isNearEnd && (count === most ? 'No characters left' : `Fewer than ${most - warnAbove} characters left`)}
      </span>
    </Text>
  )
}
