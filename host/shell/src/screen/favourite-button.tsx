import { ActionIcon } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { t } from '../language/t.ts'
import { useFavourite } from './favourites.ts'
import { useOffer } from './palette.ts'
import { usePathname } from './panel-context.ts'

/** Adds the open screen to the favourites, or takes it away. The search offers the same. */
export function FavouriteButton({ title }: { title: string }) {
  const { isFavourite, toggle, isPending } = useFavourite({ path: usePathname(), title })
  const label = isFavourite ? t('Remove from favourites') : t('Add to favourites')
  useOffer([{ key: 'favourite', label, about: title, icon: 'star', start: toggle }])
  const Icon = isFavourite ? IconStarFilled : IconStar
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      aria-pressed={isFavourite}
      loading={isPending}
      data-print="none"
      onClick={toggle}
    >
      <Icon size={16} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
