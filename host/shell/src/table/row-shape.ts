/** What a row has beside the values of its record. */
export interface RowShape {
  /** A box at the start to choose the record with. */
  hasChoice: boolean
  /** A menu at the end with what can be done. */
  hasMenu: boolean
}
