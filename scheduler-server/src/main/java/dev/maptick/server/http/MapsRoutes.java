package dev.maptick.server.http;

import dev.maptick.core.Names;
import dev.maptick.maps.MapHandle;
import dev.maptick.maps.MapHost;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Comparator;
import java.util.List;

/** The maps as JSON: a list in pages, and each by its name. Any thread. */
final class MapsRoutes {
    private static final String PATH = "/api/v1/maps";
    private static final int NOT_FOUND = 404;

    private final MapHost host;

    MapsRoutes(MapHost host) {
        this.host = host;
    }

    void addTo(RoutesConfig routes) {
        ReadOnly.add(routes, PATH, this::list);
        ReadOnly.add(routes, PATH + "/{name}", this::one);
    }

    /** Sorted by name, so that pages fit together as long as no map comes or goes. */
    private void list(Context context) {
        PageRequest request = PageRequest.of(context);
        String type = request.type();
        List<MapHandle> found = host.list().stream()
                .filter(map -> type == null || map.type().equals(type))
                .sorted(Comparator.comparing(MapHandle::name))
                .toList();
        List<MapView> views = found.stream()
                .skip(request.offset())
                .limit(request.size())
                .map(MapView::of)
                .toList();
        int pages = (found.size() + request.size() - 1) / request.size();
        String next = request.page() < pages ? request.next(PATH) : null;
        Json.answer(context, new MapsPage(found.size(), request.page(), pages, request.size(), next, views));
    }

    private void one(Context context) {
        String name = context.pathParam("name");
        MapHandle map = host.find(name)
                .orElseThrow(() -> new ProblemException(
                        Problem.of(NOT_FOUND, "no such map", "there is no map named " + Names.quote(name))));
        Json.answer(context, MapView.of(map));
    }
}
