/** So many seconds is TAI, in which IS-07 tells times, ahead of UTC: since 2017, and until somebody adds a leap second. */
export const TAI_AHEAD_S = 37;
