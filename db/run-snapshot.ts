/** Of RunState's shape. Raise it with any change of the shape: older snapshots are then left unread and events folded. */
export const STATE_SCHEMA = 2;
