/** Icons of the drawing table: its tools and what is done with what is selected. */
export const toolShapes = {
  garment: (
    <path d="M8.5 4.5 4 8l2.3 3.2L8 10v9.5h8V10l1.7 1.2L20 8l-4.500-3.500c-.6 1.800-2 2.600-3.500 2.600s-2.900-.8-3.500-2.600z" />
  ),
  select: <path d="m6 4 12.5 7.2-5.6 1.5-2.6 5.3z" />,
  point: (
    <>
      <path d="M4 17.5C8 9 14 7 20 6.5" />
      <rect x="8.6" y="7.8" width="5.4" height="5.4" fill="var(--paper)" />
    </>
  ),
  bend: (
    <>
      <path d="M4 18C6 6 18 6 20 18" />
      <path d="M12 13.5v-10M9.2 6.2 12 3.4l2.8 2.8" />
    </>
  ),
  pen: (
    <>
      <path d="m12 4 4.6 8.2L12 20l-4.6-7.8z" />
      <path d="M12 4v7.4" />
      <circle cx="12" cy="13" r="1.5" />
    </>
  ),
  rectangle: <rect x="4.5" y="6.5" width="15" height="11" />,
  circle: <circle cx="12" cy="12" r="7.5" />,
  polygon: <path d="M12 4.2 19 9.3l-2.7 8.3H7.7L5 9.3z" />,
  line: (
    <>
      <path d="M6 5h12v14H6z" opacity="0.45" />
      <path d="M6 14.5 18 9" stroke-dasharray="3 2.2" />
    </>
  ),
  dart: (
    <>
      <path d="M4 18.5h4.6M15.4 18.5H20" />
      <path d="m8.6 18.5 3.4-13 3.4 13" />
    </>
  ),
  arrange: (
    <>
      <path d="M12 3.500v17M3.500 12h17" />
      <path d="M9.900 5.600 12 3.500l2.100 2.100M9.900 18.400l2.100 2.100 2.100-2.100M5.600 9.900 3.500 12l2.100 2.100M18.400 9.900l2.100 2.100-2.100 2.100" />
    </>
  ),
  pleat: (
    <>
      <path d="M4 6.500h9.500a2 2 0 0 1 0 4H10a2 2 0 0 0 0 4h10" />
      <path d="M4 18.500h16" opacity="0.45" />
    </>
  ),
  grain: (
    <>
      <path d="M5 19V8l5-3.500h4L19 8v11z" opacity="0.45" />
      <path d="M12 8v9M9.900 10.100 12 8l2.100 2.100M9.900 14.900 12 17l2.100-2.100" />
    </>
  ),
  hole: (
    <>
      <rect x="4.5" y="5" width="15" height="14" opacity="0.45" />
      <circle cx="12" cy="12" r="3.6" />
    </>
  ),
  notch: (
    <>
      <path d="M4 15h16" />
      <path d="M9.5 15V8.5M14.5 15V8.5" />
    </>
  ),
  seam: (
    <>
      <path d="M6 4v16M18 4v16" />
      <path d="M6 6.5h12M6 10.2h12M6 13.9h12M6 17.6h12" stroke-dasharray="2 1.6" />
    </>
  ),
  pin: (
    <>
      <circle cx="9" cy="9" r="3.6" />
      <path d="m11.6 11.6 7.4 7.4" />
    </>
  ),
  measure: (
    <>
      <path d="m4 15.5 11.5-11.5 4.5 4.5L8.5 20z" />
      <path d="m7.4 12.2 2 2M10.4 9.2l2.6 2.6M13.4 6.2l2 2" />
    </>
  ),
  zoomIn: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5M10.5 8v5M8 10.5h5" />
    </>
  ),
  zoomOut: (
    <>
      <circle cx="10.5" cy="10.5" r="6" />
      <path d="m15 15 5 5M8 10.5h5" />
    </>
  ),
  magnet: (
    <>
      <path d="M6 4.5v7a6 6 0 0 0 12 0v-7h-4v7a2 2 0 0 1-4 0v-7z" />
      <path d="M6 8h4M14 8h4" />
    </>
  ),
  both: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="1.5" />
      <path d="M12 5v14" />
    </>
  ),
  pattern: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="1.5" />
      <path d="M8 15.5v-6l3.5-1.5v7.5z" />
    </>
  ),
  cloth: (
    <>
      <rect x="4" y="5" width="16" height="14" rx="1.5" />
      <path d="M8 9c3-2 5 2 8 0v6c-3 2-5-2-8 0z" />
    </>
  ),
  share: (
    <>
      <circle cx="6.5" cy="12" r="2.3" />
      <circle cx="17" cy="6" r="2.3" />
      <circle cx="17" cy="18" r="2.3" />
      <path d="m8.6 10.9 6.3-3.7M8.6 13.1l6.3 3.7" />
    </>
  ),
  copy: (
    <>
      <rect x="8.5" y="8.5" width="11" height="11" rx="1.5" />
      <path d="M15.5 8.5v-4h-11v11h4" />
    </>
  ),
  paste: (
    <>
      <path d="M9 5.5H5.5v14h13v-14H15" />
      <rect x="9" y="3.8" width="6" height="3.4" rx="1" />
    </>
  ),
  duplicate: (
    <>
      <rect x="4.5" y="4.5" width="11" height="11" rx="1.5" />
      <path d="M19.5 9v10.5H9M12.5 10H7.5M10 7.5v5" />
    </>
  ),
  delete: <path d="M5 7h14M9.5 7V4.5h5V7M7 7l1 12.5h8L17 7M10.3 10.5v5.5M13.7 10.5v5.5" />,
  mirror: (
    <>
      <path d="M12 3.5v17" stroke-dasharray="2.5 2" />
      <path d="M9 7v10H3.5zM15 7v10h5.5z" />
    </>
  ),
  unfold: (
    <>
      <path d="M12 4v16" stroke-dasharray="2.5 2" />
      <path d="M12 6.5H5v11h7" />
      <path d="M12 6.5h7v11h-7" opacity="0.45" />
    </>
  ),
  flip: <path d="M7 4v15M7 19l-3-3M7 19l3-3M17 20V5M17 5l-3 3M17 5l3 3" />,
  align: <path d="M4.5 4v16M8 7h11M8 12h6M8 17h9" />,
  next: <path d="m9 5 7 7-7 7" />,
  previous: <path d="m15 5-7 7 7 7" />,
  all: <path d="M4.5 4.5h15v15h-15z" stroke-dasharray="2.6 2" />,
};
